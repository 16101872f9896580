import { Users } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

/** The guests of the points program: who they are, what they have, and what the kitchen must know of them. */
export const guestsRoom: Room = {
  path: '/guests/:guest?',
  roles: ['counter', 'manager'],
  name: { en: 'Guests', es: 'Clientes', pt: 'Clientes' },
  help: 'front/guests',
  icon: Users,
  view: () => import('./GuestsView.vue'),
  keys: () => import('./guest-keys.ts').then(({ guestKeys }) => guestKeys()),
}
