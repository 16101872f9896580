import type { Room } from '../ui/page/room.ts'

/** Kitchen performance. The rooms of the shift link to it. */
export const kitchenFiguresRoom: Room = {
  path: '/kitchen-figures',
  roles: ['manager'],
  area: 'shift',
  name: 'roomName.kitchenFigures',
  help: 'managers/reports',
  icon: null,
  view: () => import('./KitchenFiguresView.vue'),
}
