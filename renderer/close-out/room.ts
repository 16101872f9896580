import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

export const closeOutRoom: Room = {
  path: '/close-out/:place(shift|past)?/:id?/:step?',
  roles: ['manager'],
  area: 'reports',
  name: () => say('roomName.closeOut'),
  help: 'managers/close-out',
  keyArea: 'payments',
  view: () => import('./CloseOutView.vue'),
  keys: () => import('./close-out-keys.ts').then(({ closeOutKeys }) => closeOutKeys()),
}
