import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryState: {
    'preparation-time-undoable': 'Se envía en un momento',
  },
  deliveryTrouble: {
    'preparation-time-refused': 'La plataforma rechazó el tiempo de preparación',
    'preparation-time-unknown': 'El tiempo de preparación se envió, pero no está confirmado',
    'preparation-time-expired':
      'El tiempo de preparación no se pudo enviar a tiempo. Ponlo de nuevo si todavía es correcto.',
    'pause-refused': 'La plataforma rechazó la pausa. Pueden seguir llegando pedidos.',
    'pause-unknown':
      'La pausa se envió, pero no está confirmada. Revisa el local en la plataforma.',
    'pause-opening':
      'La plataforma no confirmó que el local está abierto otra vez. Los pedidos pueden seguir en pausa.',
  },
  deliveryName: {
    'preparation-time': 'Tiempo de preparación',
    pause: 'Pausa de pedidos',
  },
} satisfies MessagesLike<typeof en>
