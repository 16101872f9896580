import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  roomName: {
    connection: 'Conexión',
  },
} satisfies MessagesLike<typeof en>
