import { staffRoles } from '#contract/shared/caller.ts'
import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

/**
 * The connection to the platform, and the steps to connect a store. The health dot and Settings
 * lead here.
 */
export const connectionRoom: Room = {
  path: '/connection/:step?',
  roles: staffRoles,
  area: 'settings',
  name: () => say('roomName.connection'),
  help: 'it/connect',
  isLinkedOnly: true,
  view: () => import('./ConnectionView.vue'),
}
