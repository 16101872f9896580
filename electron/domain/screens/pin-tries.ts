import { pauseAfter } from '#contract/back-off.ts'

/** Tries of the manager's PIN since the last right one: at one screen, or at all of them. */
export interface PinTries {
  wrong: number
  /** ISO; when the last of them locked it. Null where it did not. */
  lockedAt: string | null
}

export const noTries: PinTries = { wrong: 0, lockedAt: null }

/** How many may be wrong at one screen before it locks, and at all screens together before those lock that were never right. */
export const triesOfScreen = 5
export const triesOfAll = 25

const patience = { firstMs: 60_000, longestMs: 3_600_000 }

/** How many more may be wrong before it locks (again). */
export const triesLeft = ({ wrong }: PinTries, limit: number): number => limit - (wrong % limit)

/** What one more wrong try makes of it, at an ISO instant. */
export function afterWrong({ wrong }: PinTries, now: string, limit: number): PinTries {
  const isLast = triesLeft({ wrong, lockedAt: null }, limit) === 1
  return { wrong: wrong + 1, lockedAt: isLast ? now : null }
}

/** How long a lock is: a minute, and twice as long each time, up to an hour. */
function lockMs({ wrong }: PinTries, limit: number): number {
  const locks = Math.max(Math.floor(wrong / limit), 1)
  return pauseAfter(locks, patience)
}

/**
 * For how many more milliseconds no try is looked at, at `now` (epoch milliseconds). Never longer than the lock itself,
 * also where somebody has set the clock back since.
 */
export function lockedForMs(tries: PinTries, now: number, limit: number): number {
  if (tries.lockedAt === null) return 0
  const whole = lockMs(tries, limit)
  return Math.min(Math.max(Date.parse(tries.lockedAt) + whole - now, 0), whole)
}
