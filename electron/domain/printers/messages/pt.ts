import type en from './en.ts'

export default {
  delivery: 'Entrega',
  pickup: 'Retirada',
  table: 'Mesa',
  other: 'Outro pedido',
  due: 'Para {time}',
  starts: 'Começa {time}',
  allergy: 'ALERGIA',
  cancelled: 'CANCELADO: NÃO PREPARAR',
  changed: 'Pedido alterado',
  recalled: 'Reaberta',
  fromMenu: 'cardápio',
  unread: 'Parte deste pedido não pôde ser lida. Veja a tela.',
  unreadDish: 'Não pôde ser lido: veja a tela',
  dishes: 'Pratos: {n}',
  printed: 'Impresso {time}',
  again: 'REIMPRESSÃO: pode haver outra cópia',
  practice: 'TREINO: NÃO É UM PEDIDO REAL',
  test: 'Teste da impressora',
  testText: 'Se você consegue ler tudo, a impressora funciona.',
  width: 'Papel: {mm} mm',
} satisfies typeof en
