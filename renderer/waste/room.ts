import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

/** What the store threw away. The other rooms of the shift link to it. */
export const wasteRoom: Room = {
  path: '/waste',
  roles: ['manager'],
  area: 'reports',
  name: () => say('roomName.waste'),
  help: 'managers/reports',
  keyArea: 'payments',
  view: () => import('./WasteView.vue'),
}
