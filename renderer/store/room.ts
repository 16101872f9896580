import { Store } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

/** The preparation time and pauses of the store. */
export const storeRoom: Room = {
  path: '/store',
  roles: ['counter', 'manager'],
  area: 'store',
  name: 'roomName.store',
  help: 'front/store',
  icon: Store,
  view: () => import('./StoreView.vue'),
}
