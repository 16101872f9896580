import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  channelOrder: {
    title: 'Concluir pedido do app de entrega',
    part: 'App de entrega',
    open: 'Concluir no app',
    look: 'Ver',
    id: 'Número do pedido no app',
    idHint: 'O número que o app de entrega mostra para o pedido.',
    ticketHint:
      'Este é o número da plataforma para o pedido {code}. Se o app mostrar outro, digite esse.',
    complete: 'Concluir pedido',
    once: 'Não é possível desfazer.',
    recent: 'Concluídos há pouco',
    tab: 'Conta no ponto de venda: {tab}',
    order: 'Pedido {code}',
  },
} satisfies MessagesLike<typeof en>
