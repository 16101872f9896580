import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

/** The opening hours of the store. */
export const storeHoursRoom: Room = {
  path: '/store/hours',
  roles: ['manager'],
  area: 'store',
  name: () => say('roomName.storeHours'),
  help: 'managers/hours',
  keyArea: 'store',
  deliveries: { 'store-hours': { one: () => ({ path: '/store/hours' }) } },
  view: () => import('./HoursView.vue'),
}
