import {
  type CalendarDateTime,
  fromDate,
  getLocalTimeZone,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date'

/** Falls back to this machine's time zone if the store's is unknown, to the host or to this browser. */
function zoneOr(timeZone: string | undefined): string {
  try {
    const zone = timeZone ?? getLocalTimeZone()
    fromDate(new Date(0), zone)
    return zone
  } catch {
    return getLocalTimeZone()
  }
}

/**
 * The instant of a time by the store's clock. A time that does not exist because the clocks change
 * is an hour later.
 */
export const instantAt = (day: string, time: string, timeZone: string | undefined): string =>
  toZoned(parseDateTime(`${day}T${time}`), zoneOr(timeZone)).toAbsoluteString()

/** The instants at which the store's clock shows a time. */
function momentsOf(typed: CalendarDateTime, timeZone: string | undefined): string[] {
  const moments = (['earlier', 'later'] as const)
    .map((which) => toZoned(typed, zoneOr(timeZone), which))
    .filter((each) => toCalendarDateTime(each).compare(typed) === 0)
    .map((each) => each.toAbsoluteString())
  return [...new Set(moments)]
}

/**
 * The instants of a time by the store's clock: none if the clocks skip it, two if they are turned
 * back over it.
 */
export const instantsAt = (day: string, time: string, timeZone: string | undefined): string[] =>
  momentsOf(parseDateTime(`${day}T${time}`), timeZone)

/** The first instant from a time on, in whole minutes, that the store's clock shows. */
export function nextInstantAt(day: string, time: string, timeZone: string | undefined): string {
  let typed = parseDateTime(`${day}T${time}`)
  for (;;) {
    const [first] = momentsOf(typed, timeZone)
    if (first !== undefined) return first
    typed = typed.add({ minutes: 1 })
  }
}

/** The day of an instant (epoch ms) in the store's time zone, YYYY-MM-DD. */
export const dayOf = (at: number, timeZone: string | undefined): string =>
  toCalendarDate(fromDate(new Date(at), zoneOr(timeZone))).toString()

export const addDays = (day: string, days: number): string =>
  parseDate(day).add({ days }).toString()
