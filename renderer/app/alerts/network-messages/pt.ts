import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  networkAlerts: {
    waiting: 'Uma tela nova quer se conectar | {n} telas novas querem se conectar',
    waitingText: 'Dê acesso só se você a conhece. É preciso o código que ela mostra.',
  },
} satisfies MessagesLike<typeof en>
