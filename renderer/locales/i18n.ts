import { createI18n } from 'vue-i18n'
import { en } from './en.ts'
import { es } from './es.ts'
import { pt } from './pt.ts'
import { languages, type Language, type WordKey } from './words.ts'

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en, es, pt },
})

/** Words without values: most of them, and a list says the same ones thousands of times. */
const known = new Map<string, string>()

/** What a language's file says is what is said, where nothing is to be filled in; compiling it takes a slow machine long. */
function plainWords(key: WordKey): string {
  const words = key
    .split('.')
    .reduce<unknown>(
      (found, name) => (found as Record<string, unknown>)[name],
      i18n.global.getLocaleMessage(language()),
    )
  return typeof words === 'string' && !/[{}@|]/.test(words) ? words : i18n.global.t(key)
}

/** Words in the language of the screen. `n` picks singular or plural; reading it in a render tracks the language. */
export function say(key: WordKey, values?: Record<string, string | number>): string {
  if (values === undefined) {
    const name = `${language()} ${key}`
    const words = known.get(name) ?? plainWords(key)
    known.set(name, words)
    return words
  }
  const { n } = values
  return typeof n === 'number' ? i18n.global.t(key, values, n) : i18n.global.t(key, values)
}

/** The language of the screen now, also for Intl. */
export const language = (): Language => i18n.global.locale.value

/** The language that the browser asks for, as far as we speak it. */
export function systemLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = languages.find((one) => one === tag.slice(0, 2).toLowerCase())
    if (known !== undefined) return known
  }
  return 'en'
}

export function setLanguage(chosen: Language | null): void {
  const next = chosen ?? systemLanguage(navigator.languages)
  i18n.global.locale.value = next
  document.documentElement.lang = next
}
