import type { Language } from '#contract/languages.ts'
import en from './en.ts'
import es from './es.ts'
import pt from './pt.ts'

export const messages = { en, es, pt } satisfies Record<Language, typeof en>
export type ReportMessage = keyof typeof en
