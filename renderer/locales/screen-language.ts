import { languages, type Language } from '#contract/shared/languages.ts'
import type { MessageTable } from './message-table.ts'

/** Where this browser stores the language that was chosen on it. */
export const languagePlace = 'language'

function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(languagePlace)
    return languages.find((one) => one === stored) ?? null
  } catch {
    // No storage: the preferences say it a moment later.
    return null
  }
}

/** The browser's preferred language, if it is one of ours. */
export function systemLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const match = languages.find((one) => one === tag.slice(0, 2).toLowerCase())
    if (match !== undefined) return match
  }
  return 'en'
}

/** The language in which this screen starts. */
export const screenLanguage = (): Language =>
  storedLanguage() ?? systemLanguage(globalThis.navigator.languages)

const texts = import.meta.glob<MessageTable>('./messages/*.json', { import: 'default' })

/**
 * The first view's texts in a language. The page's entry asks for those of the screen, so that the
 * browser fetches them while it still fetches the code that shows them.
 */
export const loadTexts = async (language: Language): Promise<MessageTable> =>
  (await texts[`./messages/${language}.json`]?.()) ?? {}
