import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  roomName: {
    settings: 'Ajustes',
  },
} satisfies MessagesLike<typeof en>
