import { createI18n } from 'petite-vue-i18n'
import { isolateText } from '#contract/shared/isolate-text.ts'
import { languages, type Language } from '#contract/shared/languages.ts'
import { byLanguage, textsIn, type MessageFiles } from './message-files.ts'
import type { MessageKey, MessageTable } from './message-table.ts'
import type en from './messages/en.json'

/** Every key is a section and a name in it. */
function messageResolver(table: unknown, key: string) {
  const [section = '', word = ''] = key.split('.')
  return (table as MessageTable)[section]?.[word] ?? null
}

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  // Typed as a table, because features add their messages.
  messages: byLanguage<MessageTable>(
    import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
  ),
  messageResolver,
})

/** A key of the messages that every feature may use. */
export type CommonKey = MessageKey<typeof en>

type Values = Record<string, string | number>

/**
 * Translates into the language of the screen. `n` chooses singular or plural. Reading it in a
 * render tracks the language.
 */
export type Say<Key extends string> = (key: Key, values?: Values) => string

/** The messages by language and key: lists use the same ones thousands of times. */
const messageByName = new Map<string, string>()

function messageOf(key: string): string {
  const name = `${language()} ${key}`
  const cached = messageByName.get(name)
  if (cached !== undefined) return cached
  const [section = '', word = ''] = key.split('.')
  const message = i18n.global.getLocaleMessage(language())[section]?.[word] ?? ''
  messageByName.set(name, message)
  return message
}

/** It has plural forms or a link, or is missing in this language and falls back to English. */
const isMore = (message: string): boolean => message === '' || /[@|]/.test(message)

/**
 * A value may be text from outside. Isolate it, so that its writing direction doesn't change the
 * sentence.
 */
function isolated(values: Values): Values {
  const safe: Values = {}
  for (const [name, value] of Object.entries(values))
    safe[name] = typeof value === 'string' ? isolateText(value) : value
  return safe
}

/**
 * Compiling a message is slow on weak computers, so a message that has only placeholders is filled
 * in here.
 */
function sayAny(key: string, plainValues: Values = {}): string {
  const message = messageOf(key)
  const values = isolated(plainValues)
  if (!isMore(message))
    return message.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
  const { n } = values
  return typeof n === 'number' ? i18n.global.t(key, values, n) : i18n.global.t(key, values)
}

export const say: Say<CommonKey> = sayAny

/**
 * Adds a feature's messages and returns how to say them, together with the common ones. Keys
 * must be unique, because all features share one table. Messages that load after their room
 * can use the room's too: they name both folders.
 */
export function addMessages<Messages extends MessageTable>(
  files: MessageFiles,
): Say<MessageKey<Messages> | CommonKey> {
  for (const each of languages)
    for (const table of textsIn<MessageTable>(files, each))
      i18n.global.mergeLocaleMessage(each, table)
  return sayAny
}

/** The language of the screen, also for Intl. */
export const language = (): Language => i18n.global.locale.value

/** Each language's own name, which lists show in every language. */
export const languageName = (of: Language): string =>
  i18n.global.getLocaleMessage(of)['language']?.['own'] ?? of

/** The browser's preferred language, if it is one of ours. */
export function systemLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const match = languages.find((one) => one === tag.slice(0, 2).toLowerCase())
    if (match !== undefined) return match
  }
  return 'en'
}

export function setLanguage(chosen: Language | null): void {
  const next = chosen ?? systemLanguage(navigator.languages)
  i18n.global.locale.value = next
  document.documentElement.lang = next
}
