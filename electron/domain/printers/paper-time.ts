import { clockOf } from '#domain/reservations/store-day.ts'

/** The restaurant's clock, in the language of a paper. */
export interface PaperZone {
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
