import { dayMinutes, type Week } from '../edit/periods.ts'

const morning = 6 * 60
const hour = 60

/** The minutes that the bars show, from left to right. */
export interface Axis {
  from: number
  to: number
}

/** From 06:00 to 06:00, and more if the hours need it. */
export function axisOf(week: Week): Axis {
  const periods = week.flat()
  const first = Math.min(morning, ...periods.map(({ fromMinute }) => fromMinute))
  const last = Math.max(dayMinutes + morning, ...periods.map(({ toMinute }) => toMinute))
  return { from: Math.floor(first / hour) * hour, to: Math.ceil(last / hour) * hour }
}

/** The place of a minute, in percent. */
export const placeOf = ({ from, to }: Axis, minute: number): number =>
  (100 * (Math.min(to, Math.max(from, minute)) - from)) / (to - from)

/** The hours that are written above the bars. */
export function marksOf({ from, to }: Axis): number[] {
  const every = 3 * hour
  const first = Math.ceil(from / every) * every
  const count = Math.floor((to - first) / every) + 1
  return Array.from({ length: count }, (_, nth) => first + nth * every)
}
