import type { Proof } from '#contract/doctor.ts'
import type { Shown } from './proof.ts'

type Dates = readonly (string | null | undefined)[]

interface Dated {
  list: Shown
  dates: Dates
}

const instants = (dates: Dates): number[] =>
  dates.flatMap((date) => (date === null || date === undefined ? [] : [Date.parse(date)]))

const rises = (times: readonly number[]): boolean =>
  times.every((time, index) => index === 0 || (times[index - 1] ?? time) <= time)

/** So many different instants in a row are no chance. */
const enough = 3

const isDistinct = (times: readonly number[], least: number): boolean =>
  new Set(times).size >= least

/** The sort order asked for: the list upwards, beside the list downwards. */
export function orderProof(rising: Dated, falling: Dated): Proof {
  const up = instants(rising.dates)
  const down = instants(falling.dates)
  if (!isDistinct([...up, ...down], 2)) return 'unclear'
  if (falling.list === 'refused') return 'contradicted'
  if (rising.list === null || falling.list === null) return 'unclear'
  const isTold = (up[0] ?? NaN) < (down[0] ?? NaN)
  if (isTold && rises(up) && rises(down.toReversed())) return 'proven'
  const isDeaf = up.length === down.length && up.every((time, index) => time === down[index])
  return isDeaf && isDistinct(up, 2) ? 'contradicted' : 'unclear'
}

/** The order of a list that was asked for no order. */
export function defaultOrderProof(dates: Dates, order: string): Proof {
  const times = instants(dates)
  const isSo = rises(order === 'asc' ? times : times.toReversed())
  if (!isSo) return 'contradicted'
  return isDistinct(times, enough) ? 'proven' : 'unclear'
}
