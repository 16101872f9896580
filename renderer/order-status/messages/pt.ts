import type { MessagesLike } from '../../locales/message-table.ts'
import type en from './en.ts'

export default {
  orderStatus: {
    title: 'Status dos pedidos',
    preparing: 'Em preparo',
    ready: 'Prontos',
    empty: 'Nenhum pedido no momento',
    more: 'mais {n} | mais {n}',
    outdated: 'Desatualizado',
    outdatedText: 'Pergunte no balcão.',
    soundOn: 'Ligar o som',
    leave: 'Sair',
    leaveTitle: 'Sair do status dos pedidos?',
    leaveText: 'Esta tela passa a ter a função Cozinha e mostra os pedidos da cozinha.',
    leaveYes: 'Sair do status dos pedidos',
    stay: 'Ficar',
  },
} satisfies MessagesLike<typeof en>
