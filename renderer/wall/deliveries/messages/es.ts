import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'preparation-ready-refused':
      'La plataforma rechazó «Listo» | «Listo» rechazado en {n} comandas',
    'preparation-ready-unknown':
      '«Listo» se envió, pero no se confirmó | «Listo» sin confirmar en {n} comandas',
  },
  deliveryName: {
    'preparation-ready': 'Un pedido',
  },
} satisfies MessagesLike<typeof en>
