export default {
  store: {
    title: 'Store',
  },
}
