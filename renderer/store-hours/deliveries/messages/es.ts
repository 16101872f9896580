import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'store-hours-refused': 'La plataforma rechazó el horario',
    'store-hours-unknown':
      'El horario se envió, pero no está confirmado. Revísalo en la plataforma.',
  },
  deliveryName: {
    'store-hours': 'Horario',
  },
} satisfies MessagesLike<typeof en>
