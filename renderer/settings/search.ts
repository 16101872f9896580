import { fold } from '../locales/fold.ts'
import type { Language } from '../locales/word-table.ts'
import type { Setting } from './setting.ts'
import { wordTables } from './words.ts'

/** By what a setting is found in one language: its name, its hint, its section, and what else people call it. */
function wordsOf({ id, section }: Pick<Setting, 'id' | 'section'>, language: Language): string {
  const { settingName, settingHint, settingSearch, setupSection } = wordTables[language]
  const hints: Partial<Record<string, string>> = settingHint
  return [settingName[id], hints[id] ?? '', setupSection[section], settingSearch[id]].join(' ')
}

const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * The settings in which every word that was typed begins a word, in the language of the screen or in English. Null:
 * nothing was searched for.
 */
export function findSettings<Found extends Pick<Setting, 'id' | 'section'>>(
  settings: readonly Found[],
  search: string,
  language: Language,
): Found[] | null {
  const wanted = wordsIn(search)
  if (fold(search) === '') return null
  if (wanted.length === 0) return []
  return settings.filter((setting) => {
    const words = wordsIn(`${wordsOf(setting, language)} ${wordsOf(setting, 'en')}`)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  })
}
