import { createI18n } from 'petite-vue-i18n'
import { isolateText } from '#contract/isolate-text.ts'
import { languages, type Language } from '#contract/languages.ts'
import { type MessageKey, type MessagesLike, type MessageTable } from './message-table.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { pt } from './messages/pt.ts'

/** Typed as a table, since features bring their words along. */
const common: Record<Language, MessageTable> = { en, es, pt }

/** Every key is a section and a word in it. */
function messageResolver(table: unknown, key: string) {
  const [section = '', word = ''] = key.split('.')
  return (table as MessageTable)[section]?.[word] ?? null
}

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: common,
  messageResolver,
})

/** A key of the words that every feature may say. */
export type CommonKey = MessageKey<typeof en>

type Values = Record<string, string | number>

/** Words in the language of the screen. `n` picks singular or plural; reading it in a render tracks the language. */
export type Say<Key extends string> = (key: Key, values?: Values) => string

/** The words of a language's file, as they stand there: a list says the same ones thousands of times. */
const known = new Map<string, string>()

function messageOf(key: string): string {
  const name = `${language()} ${key}`
  const found = known.get(name)
  if (found !== undefined) return found
  const [section = '', word = ''] = key.split('.')
  const message = i18n.global.getLocaleMessage(language())[section]?.[word] ?? ''
  known.set(name, message)
  return message
}

/** One of several forms, or of another message; and what is missing in a language, which is said in English. */
const isMore = (message: string): boolean => message === '' || /[@|]/.test(message)

/** A value may be somebody else's text: what turns the writing direction in it turns nothing of the sentence. */
function isolated(values: Values): Values {
  const safe: Values = {}
  for (const [name, value] of Object.entries(values))
    safe[name] = typeof value === 'string' ? isolateText(value) : value
  return safe
}

/** To compile words takes a slow machine long: what only wants values put in their places is said without. */
function sayAny(key: string, given: Values = {}): string {
  const message = messageOf(key)
  const values = isolated(given)
  if (!isMore(message))
    return message.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
  const { n } = values
  return typeof n === 'number' ? i18n.global.t(key, values, n) : i18n.global.t(key, values)
}

/** The words that every feature may say. */
export const say: Say<CommonKey> = sayAny

/**
 * Brings the words of a feature along and answers how to say them, beside the common ones. Each feature's sections have
 * names of their own, since all lie in one table. What comes later than its room says the words of the room as well:
 * `_room` is how those are said.
 */
export function addMessages<Messages extends MessageTable, OfRoom extends string = never>(
  messages: { en: Messages } & Record<Exclude<Language, 'en'>, MessagesLike<Messages>>,
  _room?: Say<OfRoom>,
): Say<MessageKey<Messages> | OfRoom | CommonKey> {
  for (const each of languages) i18n.global.mergeLocaleMessage(each, messages[each])
  return sayAny
}

/** The language of the screen now, also for Intl. */
export const language = (): Language => i18n.global.locale.value

/** The language that the browser asks for, as far as we speak it. */
export function systemLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = languages.find((one) => one === tag.slice(0, 2).toLowerCase())
    if (found !== undefined) return found
  }
  return 'en'
}

export function setLanguage(chosen: Language | null): void {
  const next = chosen ?? systemLanguage(navigator.languages)
  i18n.global.locale.value = next
  document.documentElement.lang = next
}
