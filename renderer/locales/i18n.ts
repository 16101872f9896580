import { shallowRef } from 'vue'
import { isolateText } from '#contract/shared/isolate-text.ts'
import { languages, type Language } from '#contract/shared/languages.ts'
import { languagePlace, loadTexts, screenLanguage, systemLanguage } from './screen-language.ts'
import { textsIn, type MessageFiles } from './message-files.ts'
import type { MessageKey, MessageTable } from './message-table.ts'
import type en from './messages/en.json'

/** The language that the screen shows. */
export const locale = shallowRef<Language>(screenLanguage())

/** The messages of all features by language and key. */
const messages = Object.fromEntries(
  languages.map((each) => [each, new Map<string, string>()]),
) as Readonly<Record<Language, Map<string, string>>>

function addTable(language: Language, table: MessageTable): void {
  for (const [section, texts] of Object.entries(table))
    for (const [name, text] of Object.entries(texts))
      messages[language].set(`${section}.${name}`, text)
}

/** A key of the messages that every feature may use. */
export type CommonKey = MessageKey<typeof en>

type Values = Record<string, string | number>

/**
 * Translates into the language of the screen. `n` chooses singular or plural. Reading it in a
 * render tracks the language.
 */
export type Say<Key extends string> = (key: Key, values?: Values) => string

/** The form for a number: one and many, or none, one and many. */
function formFor(n: string | number | undefined, forms: readonly string[]): string {
  const isOne = typeof n !== 'number' || n === 1
  if (forms.length === 3 && n === 0) return forms[0] ?? ''
  return forms.at(isOne ? -2 : -1) ?? ''
}

/**
 * A value may be text from outside. Isolate it, so that its writing direction doesn't change the
 * sentence.
 */
function valueText(value: string | number): string {
  return typeof value === 'string' ? isolateText(value) : String(value)
}

function sayAny(key: string, values: Values = {}): string {
  const message = messages[locale.value].get(key) ?? messages.en.get(key) ?? key
  const form = message.includes('|') ? formFor(values['n'], message.split('|')).trim() : message
  if (!form.includes('{')) return form
  return form.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name]
    return value === undefined ? gap : valueText(value)
  })
}

/** Whether there is a message of that key. */
export const hasMessage = (key: string): boolean => messages[locale.value].has(key)

/**
 * Adds a feature's messages and returns how to say them, together with the common ones. Keys
 * must be unique, because all features share one table. Messages that load after their room
 * can use the room's too: they name both folders.
 */
export function addMessages<Messages extends MessageTable>(
  files: MessageFiles,
): Say<MessageKey<Messages> | CommonKey> {
  for (const each of languages)
    for (const table of textsIn<MessageTable>(files, each)) addTable(each, table)
  return sayAny
}

/** The last language that was asked for. */
let asked: Language = locale.value

/** Loads the first view's messages in a language. */
export async function loadLanguage(required: Language): Promise<void> {
  addTable(required, await loadTexts(required))
}

await loadLanguage(asked)

export const say: Say<CommonKey> = sayAny

/** The language of the screen, also for Intl. */
export const language = (): Language => locale.value

/** Each language's own name, which lists show in every language. */
export function languageName(of: Language): string {
  const name = new Intl.DisplayNames([of], { type: 'language' }).of(of) ?? of
  return name.charAt(0).toLocaleUpperCase(of) + name.slice(1)
}

/**
 * Shows the screen in a language; null is the browser's own. Until its messages are loaded, or if
 * they can't be, the screen stays as it is.
 */
export async function setLanguage(chosen: Language | null): Promise<void> {
  const next = chosen ?? systemLanguage(navigator.languages)
  asked = next
  if (next !== locale.value) await loadLanguage(next)
  if (asked !== next) return
  locale.value = next
  document.documentElement.lang = next
  try {
    if (chosen === null) localStorage.removeItem(languagePlace)
    else localStorage.setItem(languagePlace, chosen)
  } catch {
    // No storage: the next start loads two languages.
  }
}
