import { addMessages } from '../../locales/i18n.ts'
import type en from './messages/en.json'

/** Apart from the other messages of the app, because the first view doesn't need them. */
export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)
