import { roles } from '#contract/caller.ts'
import type { Room } from '../ui/page/room.ts'

/** The connection to the platform. The health dot and Settings lead here. */
export const connectionRoom: Room = {
  path: '/connection',
  roles,
  name: 'roomName.connection',
  help: 'it/connect',
  icon: null,
  view: () => import('./ConnectionView.vue'),
}
