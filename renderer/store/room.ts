import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

/** The preparation time and pauses of the store. */
export const storeRoom: Room = {
  path: '/store',
  roles: ['counter', 'manager'],
  area: 'store',
  name: () => say('roomName.store'),
  help: 'front/store',
  keyArea: 'store',
  deliveries: {
    'preparation-time': { one: () => ({ path: '/store' }) },
    pause: { tone: 'bad', one: () => ({ path: '/store' }) },
  },
  view: () => import('./StoreView.vue'),
}
