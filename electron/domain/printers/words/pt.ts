import type { PaperWords } from './en.ts'

export const pt: PaperWords = {
  delivery: 'Entrega',
  pickup: 'Retirada',
  table: 'Mesa',
  other: 'Outro pedido',
  due: 'Para {time}',
  starts: 'Começa {time}',
  allergy: 'ALERGIA',
  cancelled: 'CANCELADO: NÃO PREPARAR',
  changed: 'Mudou depois de chegar',
  recalled: 'Recuperado',
  fromMenu: 'cardápio',
  unread: 'Parte deste pedido não pôde ser lida. Veja a tela.',
  unreadDish: 'Não pôde ser lido: veja a tela',
  dishes: 'Pratos: {n}',
  printed: 'Impresso {time}',
  again: 'IMPRESSO DE NOVO: pode haver outro igual',
  practice: 'TREINO: NÃO É UM PEDIDO REAL',
  test: 'Teste da impressora',
  testText: 'Se tudo isto pode ser lido, a impressora está bem.',
  width: 'Papel de {mm} mm',
}
