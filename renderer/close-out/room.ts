import { Banknote } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

/** The close-out of a shift: found, counted, compared, signed; and those of the past. */
export const closeOutRoom: Room = {
  path: '/close-out/:place(shift|past)?/:id?/:step?',
  roles: ['manager'],
  area: 'shift',
  name: { en: 'Close-out', es: 'Cierre', pt: 'Fechar' },
  help: 'managers/close-out',
  icon: Banknote,
  view: () => import('./CloseOutView.vue'),
  keys: () => import('./close-out-keys.ts').then(({ closeOutKeys }) => closeOutKeys()),
}
