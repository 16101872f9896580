/** Tries of the manager's PIN since the last right one, by every screen together. */
export interface PinTries {
  wrong: number
  /** ISO; when the last of them locked it. Null where it did not. */
  lockedAt: string | null
}

export const noTries: PinTries = { wrong: 0, lockedAt: null }

const triesBeforeLock = 5
const firstLockMs = 60_000
const longestLockMs = 3_600_000

/** How many more may be wrong before it locks (again). */
export const triesLeft = ({ wrong }: PinTries): number =>
  triesBeforeLock - (wrong % triesBeforeLock)

/** What one more wrong try makes of it, at an ISO instant. */
export function afterWrong({ wrong }: PinTries, now: string): PinTries {
  const isLast = triesLeft({ wrong, lockedAt: null }) === 1
  return { wrong: wrong + 1, lockedAt: isLast ? now : null }
}

/** How long a lock is: a minute, and twice as long each time, up to an hour. */
function lockMs({ wrong }: PinTries): number {
  const locks = Math.floor(wrong / triesBeforeLock)
  return Math.min(firstLockMs * 2 ** (locks - 1), longestLockMs)
}

/**
 * For how many more milliseconds no try is looked at, at `now` (epoch milliseconds). Never longer than the lock itself,
 * also where somebody has set the clock back since.
 */
export function lockedForMs(tries: PinTries, now: number): number {
  if (tries.lockedAt === null) return 0
  const whole = lockMs(tries)
  return Math.min(Math.max(Date.parse(tries.lockedAt) + whole - now, 0), whole)
}
