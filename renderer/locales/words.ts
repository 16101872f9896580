import type { en } from './en.ts'

/** What every language must have: the sections and keys of English. */
export type Words = { [Section in keyof typeof en]: Record<keyof (typeof en)[Section], string> }

/** Every key, as `section.key`; a misspelt one does not compile. */
export type WordKey = {
  [Section in keyof typeof en]: `${Section}.${keyof (typeof en)[Section] & string}`
}[keyof typeof en]

export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]
