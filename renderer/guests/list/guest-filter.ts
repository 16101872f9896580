import type { GuestTag } from '#contract/guests/fields.ts'
import type { Input } from '#contract/index.ts'
import { isoDay } from '../../clock/when.ts'

/** What the list shows; null for all guests. */
export interface ChosenFilter {
  /** One of the platform's values. */
  status: string | null
  tag: GuestTag | null
  birthdayMonth: number | null
  minVisits: number | null
  lastVisit: LastVisit | null
}

export const noFilter: ChosenFilter = {
  status: null,
  tag: null,
  birthdayMonth: null,
  minVisits: null,
  lastVisit: null,
}

/** In the last days, or not in the last days. */
export const lastVisits = [
  'within-30',
  'within-90',
  'before-30',
  'before-90',
  'before-180',
] as const
export type LastVisit = (typeof lastVisits)[number]

export const visitCounts = [1, 3, 5, 10, 20] as const

const dayMs = 24 * 3_600_000

function daysOf(
  lastVisit: LastVisit,
  now: number,
  timeZone: string | undefined,
): Pick<Input<'guests.list'>, 'lastVisitFrom' | 'lastVisitTo'> {
  const [when = '', days = ''] = lastVisit.split('-')
  const ago = Number(days) * dayMs
  return when === 'within'
    ? { lastVisitFrom: isoDay(now - ago, timeZone) }
    : { lastVisitTo: isoDay(now - ago - dayMs, timeZone) }
}

/** What the host is asked for; without what is not chosen. */
export function filterInput(
  { lastVisit, ...chosen }: ChosenFilter,
  now: number,
  timeZone: string | undefined,
): Partial<Input<'guests.list'>> {
  const fields = Object.entries(chosen).filter(([, value]) => value !== null)
  return {
    ...(Object.fromEntries(fields) as Partial<Input<'guests.list'>>),
    ...(lastVisit === null ? {} : daysOf(lastVisit, now, timeZone)),
  }
}
