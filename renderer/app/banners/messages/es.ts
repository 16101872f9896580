export default {
  practice: {
    title: 'Tienda de práctica',
    text: 'Estos pedidos son inventados. Prueba lo que quieras.',
    connect: 'Conecta tu tienda',
  },
}
