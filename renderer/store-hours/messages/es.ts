export default {
  hours: {
    title: 'Horario',
  },
}
