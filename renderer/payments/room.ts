import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

/** The payments of the store's tabs. The other rooms of the shift link to it. */
export const paymentsRoom: Room = {
  path: '/payments',
  roles: ['manager'],
  area: 'reports',
  name: () => say('roomName.payments'),
  help: 'managers/reports',
  keyArea: 'payments',
  view: () => import('./PaymentsView.vue'),
}
