import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  channelOrder: {
    title: 'Completar pedido de app de delivery',
    part: 'App de delivery',
    open: 'Completar en la app',
    look: 'Ver',
    id: 'Número del pedido en la app',
    idHint: 'El número que la app de delivery muestra para el pedido.',
    ticketHint:
      'Este es el número de la plataforma para el pedido {code}. Si la app muestra otro, ingresa ese.',
    complete: 'Completar pedido',
    once: 'No se puede deshacer.',
    recent: 'Completados hace poco',
    tab: 'Cuenta en el punto de venta: {tab}',
    order: 'Pedido {code}',
  },
} satisfies MessagesLike<typeof en>
