import { addMessages } from '../../locales/i18n.ts'
import type form from '../form/messages/en.json'
import type room from '../messages/en.json'
import type en from './messages/en.json'

export const say = addMessages<typeof en & typeof form & typeof room>(
  import.meta.glob(['./messages/*.json', '../form/messages/*.json', '../messages/*.json'], {
    eager: true,
    import: 'default',
  }),
)
