import type { Room } from '../ui/page/room.ts'

/** What the store threw away. The other rooms of the shift link to it. */
export const wasteRoom: Room = {
  path: '/waste',
  roles: ['manager'],
  area: 'shift',
  name: 'roomName.waste',
  help: 'managers/reports',
  icon: null,
  view: () => import('./WasteView.vue'),
}
