import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

/** Kitchen performance. The rooms of the shift link to it. */
export const kitchenFiguresRoom: Room = {
  path: '/kitchen-figures',
  roles: ['manager'],
  area: 'reports',
  name: () => say('roomName.kitchenFigures'),
  help: 'managers/reports',
  view: () => import('./KitchenFiguresView.vue'),
}
