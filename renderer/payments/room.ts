import type { Room } from '../ui/page/room.ts'

/** What the store’s tabs were paid with. The rooms of the shift lead to it. */
export const paymentsRoom: Room = {
  path: '/payments',
  roles: ['manager'],
  area: 'shift',
  name: { en: 'Payments', es: 'Pagos', pt: 'Pagamentos' },
  help: 'managers/reports',
  icon: null,
  view: () => import('./PaymentsView.vue'),
}
