import type { Language } from '#contract/shared/languages.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

export const messages: Record<Language, typeof en> = { en, es, pt }
export type PrintMessage = keyof typeof en
