import { Banknote } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

export const closeOutRoom: Room = {
  path: '/close-out/:place(shift|past)?/:id?/:step?',
  roles: ['manager'],
  area: 'shift',
  name: 'roomName.closeOut',
  help: 'managers/close-out',
  icon: Banknote,
  view: () => import('./CloseOutView.vue'),
  keys: () => import('./close-out-keys.ts').then(({ closeOutKeys }) => closeOutKeys()),
}
