import { addMessages } from '../locales/i18n.ts'
import type en from './messages/en.json'

/** Messages of the page and its custom controls. Each row has its own messages. */
export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)
