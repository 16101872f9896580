import type { OpenPeriod } from '#contract/store-hours/store-hours.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { hostNow } from '../clock/host-clock.ts'
import { readableTime } from '../clock/times.ts'
import { minuteTime, plainDay, weekdayName } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'
import { partsOf, type HoursValue } from './edit/fields.ts'
import { dayMinutes } from './edit/periods.ts'
import { say } from './messages.ts'

export const minuteText = (minute: number): string => readableTime(minuteTime(minute), language())

/** `12:00–16:00`, or with "next day" if it goes on past midnight. */
export function periodText({ fromMinute, toMinute }: OpenPeriod): string {
  if (toMinute - fromMinute === dayMinutes && fromMinute === 0) return say('hours.allDay')
  const times = { from: minuteText(fromMinute), to: minuteText(toMinute) }
  return say(toMinute > dayMinutes ? 'hours.spanPastMidnight' : 'hours.span', times)
}

export const periodsText = (periods: readonly OpenPeriod[]): string =>
  periods.length === 0 ? say('hours.closed') : joinTexts(periods.map(periodText), ' · ')

/** A day of the week, 0 is Monday, as a title. */
export function dayName(day: number): string {
  const name = weekdayName(day + 1, language())
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1)
}

/** A day of the calendar in full, with its year if it isn't this one. */
export function dateText(day: string): string {
  const text = plainDay(day, language(), true)
  const year = day.slice(0, 4)
  const isThisYear = new Date(hostNow()).toISOString().startsWith(year)
  return isThisYear ? text : say('hours.withYear', { day: text, year })
}

export function fieldName(name: string): string {
  const { kind, day } = partsOf(name)
  return kind === 'week' ? dayName(Number(day) - 1) : dateText(day)
}

export function fieldText(name: string, value: HoursValue | undefined): string {
  const { kind } = partsOf(name)
  const periods = Array.isArray(value) ? value : []
  if (kind === 'week') return periodsText(periods)
  if (kind === 'closed') return say(value === true ? 'hours.closedDay' : 'hours.notClosed')
  return periods.length === 0 ? say('hours.usualHours') : periodsText(periods)
}
