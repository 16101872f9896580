import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  roomName: {
    storeHours: 'Horário',
  },
} satisfies MessagesLike<typeof en>
