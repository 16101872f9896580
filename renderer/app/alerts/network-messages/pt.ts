import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  networkAlerts: {
    waiting: 'Uma tela nova quer se conectar | {n} telas novas querem se conectar',
    waitingText: 'Dê acesso só se você a conhece. É preciso o código que ela mostra.',
    readyElsewhere:
      '{n} pedido marcado como pronto em outro lugar | {n} pedidos marcados como prontos em outro lugar',
    readyElsewhereText:
      '{codes}. Isso foi feito na plataforma, ou há outro Kitchen Pass para esta loja. Dois enviam cada mudança duas vezes: feche um.',
  },
} satisfies MessagesLike<typeof en>
