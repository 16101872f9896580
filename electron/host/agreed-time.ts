import type { Clock } from './clock.ts'

/** Within so long of the wall clock being set, or of another correction of it, nothing is deleted. */
const restMs = 3_600_000
/** Where the wall clock moves by more than this against the forward-only one, somebody has set it. */
export const jumpMs = 60_000

/** The time for what cannot be taken back: an instant has come once every clock says so. */
export interface AgreedTime {
  /**
   * For what ends by time: the earliest of what the clocks say, epoch milliseconds. 0 while nobody vouches for the wall
   * clock: since the start, or since it was set, the platform has not told the time and no hour has gone by.
   */
  now(): number
  /**
   * For what deletes: the same, and 0 within an hour after the wall clock was set or its correction has changed, and while
   * the platform has told nothing since, or what it tells is more than a day off or contradicts itself.
   */
  toDelete(): number
}

interface AgreedTimeDeps {
  machine: Clock
  /** How far the newest answers of the platform are ahead of the machine's clock as it is set now. */
  told(): readonly number[]
  /** So far they may differ and still say the same. */
  toleratedMs: number
  /** Further off nobody knows which clock is wrong. */
  mostMs: number
}

/** `changed` is to be called when the correction of the machine's clock becomes another one. */
export function createAgreedTime({ machine, told, toleratedMs, mostMs }: AgreedTimeDeps): {
  agreed: AgreedTime
  changed(): void
} {
  const distance = (): number => machine.now() - machine.monotonic()
  let distanceSeen = distance()
  /** The start, or when the wall clock was set last. */
  let setAt = machine.monotonic()
  let changedAt = -Infinity

  function noticeJump(): void {
    // Against where it was at first, so that many small jumps count together.
    if (Math.abs(distance() - distanceSeen) < jumpMs) return
    distanceSeen = distance()
    setAt = machine.monotonic()
    changedAt = setAt
  }

  /** Null where fewer than two answers have told. */
  function platform(): readonly number[] | null {
    const offsets = told()
    return offsets.length < 2 ? null : offsets
  }

  function now(): number {
    noticeJump()
    const offsets = platform()
    if (offsets !== null)
      return machine.now() + Math.min(0, ...offsets.filter((ms) => ms < -toleratedMs))
    return machine.monotonic() - setAt >= restMs ? machine.now() : 0
  }

  function isInDoubt(): boolean {
    if (machine.monotonic() - changedAt < restMs) return true
    const offsets = platform()
    // In an outage nobody but the machine says what time it is. What is to be deleted waits for its end.
    if (offsets === null) return true
    const isFar = offsets.some((ms) => Math.abs(ms) > mostMs)
    return isFar || Math.max(...offsets) - Math.min(...offsets) > 2 * toleratedMs
  }

  return {
    agreed: {
      now,
      toDelete() {
        const at = now()
        return isInDoubt() ? 0 : at
      },
    },
    changed() {
      changedAt = machine.monotonic()
    },
  }
}
