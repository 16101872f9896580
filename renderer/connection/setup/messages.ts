import { addMessages } from '../../locales/i18n.ts'
import type room from '../messages/en.ts'
import type en from './messages/en.ts'

export const say = addMessages<typeof en & typeof room>(
  import.meta.glob(['./messages/*.ts', '../messages/*.ts'], { eager: true, import: 'default' }),
)
