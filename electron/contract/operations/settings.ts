import { answers, answersManager, none } from '../operation.ts'
import { settingsSchema, type Settings } from '../settings.ts'

export const settingsOperations = {
  'settings.read': answers<Settings>()(none),
  'settings.change': answersManager<Settings>()(settingsSchema.partial()),
} as const
