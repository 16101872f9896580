import { addWords } from '../../locales/i18n.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

export const say = addWords({ en, es, pt })
