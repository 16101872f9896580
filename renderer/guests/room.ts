import { Users } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

export const guestsRoom: Room = {
  path: '/guests/:guest?',
  roles: ['counter', 'manager'],
  name: 'roomName.guests',
  help: 'front/guests',
  icon: Users,
  view: () => import('./GuestsView.vue'),
  keys: () => import('./guest-keys.ts').then(({ guestKeys }) => guestKeys()),
}
