export default {
  hours: {
    title: 'Horário',
  },
}
