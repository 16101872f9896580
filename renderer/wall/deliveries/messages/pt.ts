import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'preparation-ready-refused':
      'A plataforma recusou “Pronto” | “Pronto” recusado em {n} comandas',
    'preparation-ready-unknown':
      '“Pronto” foi enviado, mas não confirmado | “Pronto” sem confirmação em {n} comandas',
  },
  deliveryName: {
    'preparation-ready': 'Um pedido',
  },
} satisfies MessagesLike<typeof en>
