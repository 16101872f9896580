import { addMessages } from '../../locales/i18n.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { pt } from './messages/pt.ts'

export const say = addMessages({ en, es, pt })
