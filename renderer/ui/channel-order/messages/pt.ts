/** As palavras dos pedidos do canal de venda. */
export const pt = {
  channelOrder: {
    title: 'Concluir um pedido do canal de venda',
    part: 'Canal de venda',
    open: 'Concluir lá',
    look: 'Ver',
    id: 'Como o canal chama o pedido',
    idHint: 'O número dele no sistema do próprio canal.',
    ticketHint:
      'Para o pedido {code} está aqui o id dele. Escreva outro se o canal o conhece por outro.',
    complete: 'Concluir',
    once: 'É enviado uma só vez. Não dá para desfazer.',
    recent: 'Concluídos há pouco',
    tab: 'Conta no caixa: {tab}',
    order: 'Pedido {code}',
  },
}
