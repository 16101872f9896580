import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  roomName: {
    payments: 'Pagamentos',
  },
} satisfies MessagesLike<typeof en>
