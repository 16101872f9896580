import type { Preferences } from '#contract/settings/settings.ts'
import type { Obstacle } from '../obstacle.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

/** What is said in place of the page: why there is no kitchen, or what became of the window that showed it. */
export type Trouble = Obstacle | 'unknown' | 'page-gone' | 'page-hung' | 'restarted' | 'crash-loop'

/** What only waits a moment before the page comes back. */
const passing: readonly Trouble[] = ['page-hung', 'restarted']

/** Only a person's hand leads on: whatever happened has happened several times. */
const standing: readonly Trouble[] = ['unknown', 'page-gone', 'crash-loop']

export const isPassing = (trouble: Trouble): boolean => passing.includes(trouble)
export const isStanding = (trouble: Trouble): boolean => standing.includes(trouble)

/** Whether it has to do with the folder of the data, and clears without anybody at this screen; else the log tells more. */
export const isAboutData = (trouble: Trouble): boolean =>
  !isPassing(trouble) && !isStanding(trouble)

export type Language = NonNullable<Preferences['language']>

/** Both shells take their sentences from here, for the page and for a line in a terminal. */
export interface TroubleWords {
  again: string
  byItself: string
  soon: string
  folder: string
  log: string
  troubles: Record<Trouble, { title: string; advice: string }>
}

export const troubleWords: Record<Language, TroubleWords> = { en, es, pt }

const isLanguage = (name: string): name is Language => Object.hasOwn(troubleWords, name)

/** The language of a locale's name, where it is one of ours; else English. */
export function languageOf(locale: string): Language {
  const name = locale.slice(0, 2).toLowerCase()
  return isLanguage(name) ? name : 'en'
}

/** The first of ours in what a browser likes best (`accept-language`); else English. */
export function acceptedLanguage(header: string | undefined): Language {
  const liked = (header ?? '')
    .split(',')
    .map((part) => {
      const [range = '', quality] = part.trim().split(/\s*;\s*q=/)
      return { name: range.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) }
    })
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name)
  return liked.find(isLanguage) ?? 'en'
}

/** The same as a line for a terminal and a log. */
export function troubleLine(trouble: Trouble, place: string): string {
  const { title, advice } = en.troubles[trouble]
  return `${title} (${place}). ${advice}`
}
