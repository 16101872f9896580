import { roles } from '#contract/caller.ts'
import type { Room } from '../ui/page/room.ts'

/** How this kitchen hears the platform and is heard. The health dot and Settings lead there. */
export const connectionRoom: Room = {
  path: '/connection',
  roles,
  name: { en: 'Connection', es: 'Conexión', pt: 'Conexão' },
  help: 'it/connect',
  icon: null,
  view: () => import('./ConnectionView.vue'),
}
