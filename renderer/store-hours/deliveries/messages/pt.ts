import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'store-hours-refused': 'A plataforma recusou o horário',
    'store-hours-unknown': 'O horário foi enviado, mas não confirmado. Confira-o na plataforma.',
  },
  deliveryName: {
    'store-hours': 'Horário',
  },
} satisfies MessagesLike<typeof en>
