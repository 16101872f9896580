import { addWords } from '../locales/i18n.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

/** The words as they stand in their files, for what searches in them. */
export const wordTables = { en, es, pt }

export const say = addWords(wordTables)
