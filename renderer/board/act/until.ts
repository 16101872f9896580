import type { StockUntil } from '#contract/stock/stock.ts'
import { clockTime, timeOfDay } from '../../clock/times.ts'
import { daysBetween, shortWhen } from '../../clock/when.ts'
import { language } from '../../locales/i18n.ts'
import { say } from '../messages.ts'

/** An end this near is probably a mistake, so a person is asked. */
const soonMs = 30 * 60_000
const minuteMs = 60_000

/** The store's clock and the end of "until the next opening". Instants are epoch milliseconds. */
interface StoreMoment {
  now: number
  timeZone: string
  nextOpening: string | null
}

/** Whether an item that is sold out until `at` would be back within half an hour. */
export const isSoon = (at: number, now: number): boolean => at - now < soonMs

/**
 * The instant within half an hour at which the store's clock shows HH:MM; null if there is none.
 */
function soonTime(time: string, { now, timeZone }: StoreMoment): number | null {
  const minute = Math.floor(now / minuteMs) * minuteMs
  for (let at = minute + minuteMs; isSoon(at, now); at += minuteMs)
    if (clockTime(at, timeZone) === time) return at
  return null
}

/** When an item that is off until `until` is back, if that is within half an hour; else null. */
export function soonEnd(until: StockUntil, moment: StoreMoment): number | null {
  if (until.kind === 'time') return soonTime(until.time, moment)
  if (until.kind !== 'opening' || moment.nextOpening === null) return null
  const at = Date.parse(moment.nextOpening)
  return isSoon(at, moment.now) ? at : null
}

/**
 * "until 18:30", "until tomorrow 09:00", "until Tue 09:00": an end for a button, by the store's
 * clock.
 */
export function untilText(at: number, now: number, timeZone: string): string {
  const locale = language()
  return daysBetween(now, at, timeZone) === 1
    ? say('act.untilTomorrow', { time: timeOfDay(at, locale, timeZone) })
    : say('act.until', { when: shortWhen(at, now, locale, timeZone) })
}
