export default {
  practice: {
    title: 'Loja de treino',
    text: 'Estes pedidos são inventados. Teste à vontade.',
    connect: 'Conecte sua loja',
  },
}
