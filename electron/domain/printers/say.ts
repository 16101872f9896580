import { dateLocale } from '#contract/shared/date-locale.ts'
import type { Language } from '#contract/shared/languages.ts'
import type { TimeFormat } from '#contract/settings/fields.ts'
import { writtenTime } from '#contract/settings/written-time.ts'
import { dayOf, clockOf } from '#domain/store-time/store-day.ts'
import { messages, type PrintMessage } from './messages/index.ts'

/** The language of a printout, and the restaurant's time zone (IANA) and choice of 12 or 24 hours. */
interface PaperZone {
  language: Language
  timeZone: string
  timeFormat: TimeFormat
}

/**
 * The time of day as the screens write it (renderer/clock). Every printout uses this, so that no
 * report shows "5:00 PM" next to "17:00". All its characters are on the code pages of printers.
 */
export const paperTime = (at: string, { language, timeZone, timeFormat }: PaperZone): string =>
  writtenTime(clockOf(Date.parse(at), timeZone), timeFormat, language).replaceAll('\u00a0', ' ')

/** A day without its year, and the time: `22 nov, 20:45`. */
export const paperDayAndTime = (at: string, zone: PaperZone): string =>
  dated(at, { day: 'numeric', month: 'short' }, zone)

/** A day with its year, and the time: `22 nov 2026, 20:45`. */
export const paperDateAndTime = (at: string, zone: PaperZone): string =>
  dated(at, { dateStyle: 'medium' }, zone)

function dated(at: string, day: Intl.DateTimeFormatOptions, zone: PaperZone): string {
  const { language, timeZone } = zone
  const date = new Intl.DateTimeFormat(dateLocale(language), { ...day, timeZone }).format(
    Date.parse(at),
  )
  return `${date}, ${paperTime(at, zone)}`
}

type Values = Record<string, string | number>

/** Replaces the names in a sentence by their values: `Due {time}`. */
export const filled = (sentence: string, values: Values): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

export const sayIn =
  (language: Language) =>
  (word: PrintMessage, values: Values = {}): string =>
    filled(messages[language][word], values)

/** The restaurant's clock and language for a printout. */
export interface PaperClock extends PaperZone {
  now: number
}

/** The time of day, with the date if it is not today. */
export function timeOnPaper(at: string, clock: PaperClock): string {
  const { timeZone, now } = clock
  const isToday = dayOf(Date.parse(at), timeZone) === dayOf(now, timeZone)
  return isToday ? paperTime(at, clock) : paperDayAndTime(at, clock)
}
