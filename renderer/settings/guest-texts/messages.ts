import { addMessages } from '../../locales/i18n.ts'
import type en from './messages/en.json'

export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)
