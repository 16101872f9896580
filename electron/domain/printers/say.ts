import type { PaperLanguage } from '#contract/printers/fields.ts'
import { dayOf, clockOf } from '#domain/reservations/store-day.ts'
import { en, type PrintMessages, es, pt } from './messages.ts'

/** The restaurant's clock, in the language of a paper. */
interface PaperZone {
  /** BCP 47: `es`, or `es-CL` where the country is known. */
  locale: string
  /** IANA. */
  timeZone: string
}

/**
 * The time of day as every paper writes it: 24 hours, as on the screens (renderer/clock). All papers take it from here, so
 * that no sheet has "5:00 PM" beside "17:00".
 */
export const paperTime = (at: string, timeZone: string): string => clockOf(Date.parse(at), timeZone)

/** A day without its year, and the time: `22 nov, 20:45`. */
export const paperDayAndTime = (at: string, { locale, timeZone }: PaperZone): string =>
  dated(at, { day: 'numeric', month: 'short' }, { locale, timeZone })

/** A day with its year, and the time: `22 nov 2026, 20:45`. */
export const paperDateAndTime = (at: string, zone: PaperZone): string =>
  dated(at, { dateStyle: 'medium' }, zone)

function dated(
  at: string,
  day: Intl.DateTimeFormatOptions,
  { locale, timeZone }: PaperZone,
): string {
  const date = new Intl.DateTimeFormat(locale, { ...day, timeZone }).format(Date.parse(at))
  return `${date}, ${paperTime(at, timeZone)}`
}

const tables: Record<PaperLanguage, PrintMessages> = { en, es, pt }

type Values = Record<string, string | number>

/** A sentence with its values in the place of their names: `Due {time}`. */
export const filled = (sentence: string, values: Values): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** How the words of a paper are said in its language. */
export const sayIn =
  (language: PaperLanguage) =>
  (word: keyof PrintMessages, values: Values = {}): string =>
    filled(tables[language][word], values)

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
