import { addMessages } from '../locales/i18n.ts'
import type compare from './compare/messages/en.json'
import type count from './count/messages/en.json'
import type en from './messages/en.json'

export const say = addMessages<typeof en & typeof count & typeof compare>(
  import.meta.glob('./{,count/,compare/}messages/*.json', { eager: true, import: 'default' }),
)
