import { addMessages } from '../locales/i18n.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { pt } from './messages/pt.ts'

/** Messages of the page and its custom controls. Each row has its own messages. */
export const say = addMessages({ en, es, pt })
