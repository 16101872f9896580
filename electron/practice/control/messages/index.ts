import en from './en.ts'
import es from './es.ts'
import pt from './pt.ts'

export const messages = { en, es, pt } satisfies Record<string, typeof en>
export type Language = keyof typeof messages
export type Messages = typeof en
