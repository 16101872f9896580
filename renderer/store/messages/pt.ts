export default {
  store: {
    title: 'Loja',
  },
}
