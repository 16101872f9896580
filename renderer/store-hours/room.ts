import type { Room } from '../ui/page/room.ts'

/** The opening hours of the store. */
export const storeHoursRoom: Room = {
  path: '/store/hours',
  roles: ['manager'],
  area: 'store',
  name: 'roomName.storeHours',
  help: 'managers/hours',
  icon: null,
  view: () => import('./HoursView.vue'),
}
