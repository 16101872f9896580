import { addMessages } from '../locales/i18n.ts'
import type compare from './compare/messages/en.ts'
import type count from './count/messages/en.ts'
import type en from './messages/en.ts'

export const say = addMessages<typeof en & typeof count & typeof compare>(
  import.meta.glob('./{,count/,compare/}messages/*.ts', { eager: true, import: 'default' }),
)
