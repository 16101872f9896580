import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  roomName: {
    board: '86',
  },
} satisfies MessagesLike<typeof en>
