export default {
  hours: {
    title: 'Opening hours',
  },
}
