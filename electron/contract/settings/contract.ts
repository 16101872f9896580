import { answers, answersManager, defineContract, event, none } from '../operation.ts'
import { settingsSchema, type Settings } from './settings.ts'

export const settingsContract = defineContract({
  name: 'settings',
  operations: {
    'settings.read': answers<Settings>()(none),
    'settings.change': answersManager<Settings>()(settingsSchema.partial()),
  },
  events: {
    'settings.changed': event<{ settings: Settings }>(),
  },
})
