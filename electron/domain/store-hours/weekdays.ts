import type { Hours, OpenPeriod } from '#contract/store-hours/store-hours.ts'

/** The one day of the week whose hours differ from those of all others, 1 is Monday. */
export interface OddDay {
  weekday: number
  periods: OpenPeriod[]
}

const nameOf = (periods: readonly OpenPeriod[]): string =>
  periods.map(({ fromMinute, toMinute }) => `${String(fromMinute)}-${String(toMinute)}`).join(' ')

/**
 * A day by which a person can tell how the platform numbers the days; a closed one first. Null if
 * no day has hours of its own.
 */
export function oddDay({ week }: Pick<Hours, 'week'>): OddDay | null {
  const counts = new Map<string, number>()
  for (const periods of week) counts.set(nameOf(periods), (counts.get(nameOf(periods)) ?? 0) + 1)
  const odd = week.flatMap((periods, day) =>
    counts.get(nameOf(periods)) === 1 ? [{ weekday: day + 1, periods }] : [],
  )
  return odd.find(({ periods }) => periods.length === 0) ?? odd[0] ?? null
}

/** The numbers that a schedule gives its days. */
export const usedNumbers = (
  schedule:
    | {
        openPeriods?:
          | readonly { daysOfWeek?: readonly number[] | null | undefined }[]
          | null
          | undefined
      }
    | null
    | undefined,
): number[] => (schedule?.openPeriods ?? []).flatMap(({ daysOfWeek }) => daysOfWeek ?? [])

/**
 * The numbers of Monday to Sunday for schedules that use these numbers. Some platforms count from 0
 * to 6, others from 1 to 7: 0 and 7 are the same day.
 */
export function fitWeekdays(weekdays: readonly number[], used: readonly number[]): number[] {
  const [missing, unused] = weekdays.includes(0) ? [7, 0] : [0, 7]
  const isOther = used.includes(missing) && !used.includes(unused)
  return weekdays.map((number) => (isOther && number === unused ? missing : number))
}

/** The numbers of Monday to Sunday, if the number of one weekday is really that of another. */
export function turnWeekdays(weekdays: readonly number[], from: number, to: number): number[] {
  const shift = (to - from + 7) % 7
  return weekdays.map((_number, day) => weekdays[(day - shift + 7) % 7] ?? 0)
}
