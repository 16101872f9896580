import type { PaperLanguage } from '#contract/printers/fields.ts'
import { dayOf } from '#domain/reservations/store-day.ts'
import { paperDayAndTime, paperTime } from './paper-time.ts'
import { en, type PaperWords } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

const tables: Record<PaperLanguage, PaperWords> = { en, es, pt }

type Values = Record<string, string | number>

/** How the words of a paper are said in its language. */
export const sayIn =
  (language: PaperLanguage) =>
  (word: keyof PaperWords, values: Values = {}): string =>
    tables[language][word].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** By which a paper tells the time: the restaurant's. */
export interface PaperClock {
  language: PaperLanguage
  timeZone: string
  now: number
}

/** The time of day, with its date where that is not today's. */
export function timeOnPaper(at: string, { language, timeZone, now }: PaperClock): string {
  const isToday = dayOf(Date.parse(at), timeZone) === dayOf(now, timeZone)
  return isToday ? paperTime(at, timeZone) : paperDayAndTime(at, { locale: language, timeZone })
}
