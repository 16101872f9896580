import { addMessages } from '../locales/i18n.ts'
import type en from './messages/en.ts'

export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.ts', { eager: true, import: 'default' }),
)
