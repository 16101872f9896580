import type { PaperLanguage } from '#contract/printers/fields.ts'

/** Each language in its own words. */
export const languageNames: Record<PaperLanguage, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
}
