export default {
  store: {
    title: 'Local',
  },
}
