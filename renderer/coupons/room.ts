import { TicketPercent } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

export const couponsRoom: Room = {
  path: '/coupons/:coupon?',
  roles: ['counter', 'manager'],
  name: 'roomName.coupons',
  help: 'front/coupons',
  icon: TicketPercent,
  view: () => import('./CouponsView.vue'),
  keys: () => import('./coupon-keys.ts').then(({ couponKeys }) => couponKeys()),
}
