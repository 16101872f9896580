import { pauseAfter } from '#contract/shared/back-off.ts'

/**
 * Attempts to enter the manager's PIN since the last correct one, on one screen or on all of them.
 */
export interface PinTries {
  wrong: number
  /** ISO; when the last wrong attempt locked it. Null if it didn't. */
  lockedAt: string | null
}

export const noTries: PinTries = { wrong: 0, lockedAt: null }

/**
 * Wrong attempts before one screen locks, and wrong attempts on all screens together before every
 * screen locks that never had a correct one.
 */
export const triesOfScreen = 5
export const triesOfAll = 25

const patience = { firstMs: 60_000, maxMs: 3_600_000 }

/** Wrong attempts left before it locks (again). */
export const triesLeft = ({ wrong }: PinTries, limit: number): number => limit - (wrong % limit)

/** The state after one more wrong attempt, at an ISO instant. */
export function afterWrong({ wrong }: PinTries, now: string, limit: number): PinTries {
  const isLast = triesLeft({ wrong, lockedAt: null }, limit) === 1
  return { wrong: wrong + 1, lockedAt: isLast ? now : null }
}

/** How long a lock lasts: one minute, then twice as long each time, up to an hour. */
function lockMs({ wrong }: PinTries, limit: number): number {
  const locks = Math.max(Math.floor(wrong / limit), 1)
  return pauseAfter(locks, patience)
}

/**
 * Milliseconds until attempts are accepted again, at `now` (epoch milliseconds). Never longer than
 * the lock itself, even if the clock was set back since.
 */
export function lockedForMs(tries: PinTries, now: number, limit: number): number {
  if (tries.lockedAt === null) return 0
  const whole = lockMs(tries, limit)
  return Math.min(Math.max(Date.parse(tries.lockedAt) + whole - now, 0), whole)
}
