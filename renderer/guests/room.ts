import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

export const guestsRoom: Room = {
  path: '/guests/:guest?',
  roles: ['counter', 'manager'],
  area: 'front',
  name: () => say('roomName.guests'),
  help: 'front/guests',
  keyArea: 'guests',
  view: () => import('./GuestsView.vue'),
  keys: () => import('./guest-keys.ts').then(({ guestKeys }) => guestKeys()),
}
