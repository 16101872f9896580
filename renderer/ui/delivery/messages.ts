import { addMessages } from '../../locales/i18n.ts'
import type en from './messages/en.json'

/** One set of texts for every kind of entry. A key that starts with a kind replaces the common text. */
export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)
