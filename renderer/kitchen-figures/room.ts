import type { Room } from '../ui/page/room.ts'

/** Kitchen performance. The rooms of the shift link to it. */
export const kitchenFiguresRoom: Room = {
  path: '/kitchen-figures',
  roles: ['manager'],
  area: 'shift',
  name: { en: 'Performance', es: 'Desempeño', pt: 'Desempenho' },
  help: 'managers/reports',
  icon: null,
  view: () => import('./KitchenFiguresView.vue'),
}
