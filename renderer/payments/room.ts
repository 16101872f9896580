import type { Room } from '../ui/page/room.ts'

/** The payments of the store's tabs. The other rooms of the shift link to it. */
export const paymentsRoom: Room = {
  path: '/payments',
  roles: ['manager'],
  area: 'shift',
  name: 'roomName.payments',
  help: 'managers/reports',
  icon: null,
  view: () => import('./PaymentsView.vue'),
}
