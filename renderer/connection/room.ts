import { staffRoles } from '#contract/shared/caller.ts'
import type { Room } from '../ui/page/room.ts'

/**
 * The connection to the platform, and the steps to connect a store. The health dot and Settings
 * lead here.
 */
export const connectionRoom: Room = {
  path: '/connection/:step?',
  roles: staffRoles,
  name: 'roomName.connection',
  help: 'it/connect',
  icon: null,
  view: () => import('./ConnectionView.vue'),
}
