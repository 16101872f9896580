import { mostCorrectionMs } from '#contract/status/status.ts'
import type { Clock } from './clock.ts'

/** Within so long of the wall clock being set, or of another correction of it, nothing is deleted. */
const restMs = 3_600_000
/** Where the wall clock moves by more than this against the forward-only one, somebody has set it. */
const jumpMs = 60_000
/** So far the machine's clock may be from the platform's before the host goes by the platform's. */
const toleratedMs = 2 * 60_000

/** Further off nobody knows which clock is wrong. */
const isTooFar = (ms: number): boolean => Math.abs(ms) > mostCorrectionMs

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

/**
 * `told` answers how far the newest answers of the platform are ahead of the machine's clock as it is set now. `changed` is to be
 * called when the correction of the machine's clock becomes another one.
 */
function createAgreedTime(
  machine: Clock,
  reported: () => readonly number[],
): { agreed: AgreedTime; changed(): void } {
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
    const offsets = reported()
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
    const isFar = offsets.some(isTooFar)
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

/** The newest answers count. */
const answersStored = 5
/** So many of them must say the same: an odd one, of a cache say, changes nothing, and no two that take turns do. */
const agreeingShare = 0.8
/** The platform tells whole seconds (HTTP, Date): on average half of one has gone by. */
const halfSecond = 500
/** How far ahead of now a date may be and still be believed; more where nobody knows how wrong our own clock is. */
const aheadMs = { known: 10 * 60_000, unknown: 48 * 3_600_000 }

/** What the platform's answers say of the machine's clock. */
export interface ClockSkew {
  /**
   * The clock that the host goes by: the machine's, and where the platform's is known never more than two minutes from that.
   * Where the two are more than a day apart nobody knows which is wrong: then it is the machine's.
   */
  readonly clock: Clock
  /** For what ends or deletes by time. */
  readonly agreed: AgreedTime
  /**
   * How far the platform's clock is ahead of the machine's; null until two answers since the clock was last set have told.
   * Where answers contradict each other, how far off two of them are at least.
   */
  readonly ms: number | null
  /** How far the two are apart where that is too far to be corrected; else 0. */
  readonly refusedMs: number
  /** The platform has answered, at this instant by its own clock (epoch milliseconds). */
  hear(answeredAt: number): void
  /** What a message counts by that says it is of `date` (ISO): no message is from the future, so then it is of when it came. */
  dateOf(date: string, receivedAt: string): string
}

/** The middle one; of the two in the middle the smaller, since most clocks are right. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length >> 1
  const [low = 0, high = low] =
    sorted.length % 2 === 0 ? sorted.slice(half - 1) : sorted.slice(half)
  return sorted.length % 2 === 0 && Math.abs(high) < Math.abs(low) ? high : low
}

/** The second farthest off: what at least two of them say. */
const worst = (values: readonly number[]): number =>
  values.toSorted((one, other) => Math.abs(other) - Math.abs(one))[1] ?? 0

/** `onChange` is called when the host's clock has become another one, and when a correction begins or ceases to be refused. */
export function createClockSkew(
  machine: Clock,
  onChange: (change: { correctedMs: number; refusedMs: number }) => void,
): ClockSkew {
  let received: { ms: number; distance: number }[] = []
  let correction = { ms: 0, distance: 0 }
  let wasRefused = false
  /** How far the wall clock is from the one that nobody sets. */
  const distance = (): number => machine.now() - machine.monotonic()
  const isOfNow = (noted: { distance: number }): boolean =>
    Math.abs(noted.distance - distance()) < jumpMs
  const reported = (): number[] => received.filter(isOfNow).map(({ ms }) => ms)
  const { agreed, changed } = createAgreedTime(machine, reported)

  /** Null where fewer than two have told, or they contradict each other. */
  function estimate(): number | null {
    const all = reported()
    const ms = middle(all)
    const agreeing = all.filter((each) => Math.abs(each - ms) <= toleratedMs).length
    return all.length < 2 || agreeing < all.length * agreeingShare ? null : ms
  }
  /** What was learned of a clock that was set since says nothing of it any more. */
  const corrected = (): number => (isOfNow(correction) ? correction.ms : 0)
  const refused = (): number => {
    const skew = estimate()
    return skew !== null && isTooFar(skew) ? skew : 0
  }

  function correct(skew: number): void {
    const before = corrected()
    const isOff = Math.abs(skew - before) > toleratedMs
    const desired = Math.abs(skew) > toleratedMs && !isTooFar(skew) ? skew : 0
    const ms = isOff ? desired : before
    correction = { ms, distance: distance() }
    if (ms !== before) changed()
    if (ms === before && wasRefused === isTooFar(skew)) return
    wasRefused = isTooFar(skew)
    onChange({ correctedMs: ms, refusedMs: wasRefused ? skew : 0 })
  }

  const clock: Clock = {
    now: () => machine.now() + corrected(),
    monotonic: () => machine.monotonic(),
    after: (milliseconds, run) => machine.after(milliseconds, run),
  }
  return {
    clock,
    agreed,
    get ms() {
      const all = reported()
      return all.length < 2 ? null : (estimate() ?? worst(all))
    },
    get refusedMs() {
      return refused()
    },
    hear(answeredAt) {
      received = [
        ...received.slice(1 - answersStored),
        { ms: answeredAt + halfSecond - machine.now(), distance: distance() },
      ]
      const skew = estimate()
      if (skew !== null) correct(skew)
    },
    dateOf(date, receivedAt) {
      const newest = Math.max(clock.now(), Date.parse(receivedAt))
      const latest = newest + aheadMs[estimate() === null ? 'unknown' : 'known']
      return Date.parse(date) > latest ? receivedAt : date
    },
  }
}
