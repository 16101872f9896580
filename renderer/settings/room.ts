import { Settings } from '@lucide/vue'
import type { Room } from '../ui/page/room.ts'

export const settingsRoom: Room = {
  path: '/setup/:section?',
  roles: ['manager'],
  name: 'roomName.settings',
  help: 'managers/settings',
  icon: Settings,
  view: () => import('./SettingsView.vue'),
  keys: () => import('./setup-keys.ts').then(({ setupKeys }) => setupKeys()),
}
