import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  networkAlerts: {
    waiting: 'Una pantalla nueva quiere conectarse | {n} pantallas nuevas quieren conectarse',
    waitingText: 'Da acceso solo si la conoces. Necesitas el código que muestra.',
  },
} satisfies MessagesLike<typeof en>
