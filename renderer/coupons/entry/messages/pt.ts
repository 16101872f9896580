import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  roomName: {
    coupons: 'Cupons',
  },
} satisfies MessagesLike<typeof en>
