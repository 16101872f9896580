import { mostCorrectionMs, type Status } from '#contract/status/status.ts'

/** From here on, up to a day, the host goes by the platform's clock, and somebody should set the machine's. */
const warnFromMs = 2 * 60_000
/** From here on nothing is called well. */
const wrongFromMs = 10 * 60_000

/** How wrong the machine's clock is, as people say it: by so many of the largest unit that fits, ahead or behind. */
export interface WrongClock {
  direction: 'ahead' | 'behind'
  unit: 'minutes' | 'hours' | 'days'
  n: number
  /** Too wrong for anything to be called well. */
  isFar: boolean
  /** Nobody knows which of the two clocks is wrong: the host goes by the machine's. */
  isBeyond: boolean
}

const units = [
  ['days', 24 * 3_600_000, 2],
  ['hours', 3_600_000, 2],
  ['minutes', 60_000, 0],
] as const

/** Null while it is right, or nobody knows. */
export function wrongClock({ skewMs }: Pick<Status, 'skewMs'>): WrongClock | null {
  const off = Math.abs(skewMs ?? 0)
  if (skewMs === null || off <= warnFromMs) return null
  const [unit, length] = units.find(([, each, least]) => off >= each * least) ?? units[2]
  const direction = skewMs < 0 ? 'ahead' : 'behind'
  const n = Math.round(off / length)
  return { direction, unit, n, isFar: off > wrongFromMs, isBeyond: off > mostCorrectionMs }
}
