import type { MessagesLike } from '../../../locales/message-table.ts'
import type en from './en.ts'

export default {
  deliveryTrouble: {
    'coupon-change-refused':
      'A plataforma recusou esta mudança | A plataforma recusou mudanças em {n} cupons',
    'coupon-change-unknown':
      'Talvez a mudança tenha sido enviada. Compare o cupom e decida. | Talvez mudanças em {n} cupons tenham sido enviadas',
  },
  deliveryChoice: {
    'coupon-change-dismiss': 'Descartar minha mudança | Descartar {n} mudanças',
  },
  deliveryName: {
    'coupon-change': 'Um cupom',
  },
} satisfies MessagesLike<typeof en>
