import type { Clock } from '../clock.ts'

/** The whole list is looked at at least this often. */
const longestWholePauseMs = 10 * 60_000
/** Whole looks may cost two requests and 100 KB a minute while nothing proves that events tell everything. */
const msPerRequest = 30_000
const msPerByte = 60_000 / 100_000
/** Where the wall clock moves by more than this against the forward-only one, it was set, or the machine has slept. */
const jumpMs = 60_000

/** Whether the next look at the order list must see all of it. */
export interface LookPlan {
  /** Something may have been missed: the next look is a whole one. */
  gap(): void
  /** Asked as a look begins. `trusted`: events have proved that they tell everything. */
  isWholeNext(trusted: boolean): boolean
  /** A look has ended well. */
  ended(look: { isWhole: boolean; requests: number; bytes: number; isComplete: boolean }): void
}

export function createLookPlan(clock: Clock): LookPlan {
  let mustBeWhole = true
  let wasAgain = false
  let wholeAt = -Infinity
  let pauseMs = 0
  let distance = clock.now() - clock.monotonic()

  function hasJumped(): boolean {
    const before = distance
    distance = clock.now() - clock.monotonic()
    return Math.abs(distance - before) > jumpMs
  }

  return {
    gap() {
      mustBeWhole = true
    },
    isWholeNext(trusted) {
      const pause = trusted ? longestWholePauseMs : pauseMs
      const isDue = clock.monotonic() - wholeAt >= pause
      const isWhole = hasJumped() || mustBeWhole || isDue
      mustBeWhole = false
      if (isWhole) wholeAt = clock.monotonic()
      return isWhole
    },
    ended({ isWhole, requests, bytes, isComplete }) {
      if (!isWhole) return
      pauseMs = Math.min(Math.max(requests * msPerRequest, bytes * msPerByte), longestWholePauseMs)
      // The list moved between two pages, and one may have slipped through. Where that stays so, once is enough.
      wasAgain = !isComplete && !wasAgain
      if (wasAgain) mustBeWhole = true
    },
  }
}
