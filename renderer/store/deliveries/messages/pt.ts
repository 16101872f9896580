import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryState: {
    'preparation-time-undoable': 'Vai em instantes',
  },
  deliveryTrouble: {
    'preparation-time-refused': 'A plataforma recusou o tempo de preparo',
    'preparation-time-unknown': 'O tempo de preparo foi enviado, mas não confirmado',
    'preparation-time-expired':
      'O tempo de preparo não foi enviado a tempo. Defina-o de novo se ainda estiver certo.',
    'pause-refused': 'A plataforma recusou a pausa. Pedidos ainda podem chegar.',
    'pause-unknown': 'A pausa foi enviada, mas não confirmada. Confira a loja na plataforma.',
    'pause-opening':
      'A plataforma não confirmou que a loja abriu de novo. Os pedidos ainda podem estar pausados.',
  },
  deliveryName: {
    'preparation-time': 'Tempo de preparo',
    pause: 'Pausa de pedidos',
  },
} satisfies MessagesLike<typeof en>
