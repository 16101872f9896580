import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'coupon-change-refused':
      'La plataforma rechazó este cambio | La plataforma rechazó cambios en {n} cupones',
    'coupon-change-unknown':
      'Puede que el cambio se haya enviado. Compara el cupón y decide. | Puede que se hayan enviado cambios en {n} cupones',
  },
  deliveryChoice: {
    'coupon-change-dismiss': 'Descartar mi cambio | Descartar {n} cambios',
  },
  deliveryName: {
    'coupon-change': 'Un cupón',
  },
} satisfies MessagesLike<typeof en>
