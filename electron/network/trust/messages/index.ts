import type { Language } from '#contract/shared/languages.ts'
import en from './en.ts'
import es from './es.ts'
import pt from './pt.ts'

export const messages: Record<Language, typeof en> = { en, es, pt }
