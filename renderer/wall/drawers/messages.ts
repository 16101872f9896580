import { addMessages } from '../../locales/i18n.ts'
import type en from './messages/en.json'

/** Loads after the first view: the pace line, and the panels and dialogs of the wall. */
export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)
