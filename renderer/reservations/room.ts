import { CalendarClock } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

export const reservationsRoom: Room = {
  path: '/reservations',
  roles: ['counter', 'manager'],
  name: 'roomName.reservations',
  help: 'front/reservations',
  icon: CalendarClock,
  view: () => import('./ReservationsView.vue'),
  keys: () => import('./reservation-keys.ts').then(({ reservationKeys }) => reservationKeys()),
}
