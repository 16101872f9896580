import { maxCorrectionMs, type Status } from '#contract/status/status.ts'

/**
 * From this difference up to a day, the host uses the platform's clock, and someone should set the
 * machine's.
 */
const warnFromMs = 2 * 60_000
/** From this difference on, nothing is shown as healthy. */
const wrongFromMs = 10 * 60_000

/** The clock's error in the largest unit that fits. */
export interface WrongClock {
  direction: 'ahead' | 'behind'
  unit: 'minutes' | 'hours' | 'days'
  n: number
  /** Too wrong for anything to be shown as healthy. */
  isFar: boolean
  /** It is unclear which clock is wrong, so the host uses the machine's. */
  isBeyond: boolean
}

const units = [
  ['days', 24 * 3_600_000, 2],
  ['hours', 3_600_000, 2],
  ['minutes', 60_000, 0],
] as const

/** Null if the clock is right, or if that is unknown. */
export function wrongClock({ skewMs }: Pick<Status, 'skewMs'>): WrongClock | null {
  const off = Math.abs(skewMs ?? 0)
  if (skewMs === null || off <= warnFromMs) return null
  const [unit, length] = units.find(([, each, min]) => off >= each * min) ?? units[2]
  const direction = skewMs < 0 ? 'ahead' : 'behind'
  const n = Math.round(off / length)
  return { direction, unit, n, isFar: off > wrongFromMs, isBeyond: off > maxCorrectionMs }
}
