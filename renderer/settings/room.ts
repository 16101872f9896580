import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

export const settingsRoom: Room = {
  path: '/setup/:section?',
  roles: ['manager'],
  area: 'settings',
  name: () => say('roomName.settings'),
  help: 'managers/settings',
  view: () => import('./SettingsView.vue'),
  keys: () => import('./setup-keys.ts').then(({ setupKeys }) => setupKeys()),
}
