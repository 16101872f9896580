import { addMessages } from '../locales/i18n.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { pt } from './messages/pt.ts'

/** The words of the page itself and of its custom controls; what a row says stands in the row. */
export const say = addMessages({ en, es, pt })
