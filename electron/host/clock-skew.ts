import type { Clock } from './clock.ts'

/** So far the machine's clock may be from the platform's before the host goes by the platform's. */
const toleratedMs = 2 * 60_000
/** The newest answers count. An odd one among them, of a cache say, changes nothing. */
const answersKept = 5
/** The platform tells whole seconds (HTTP, Date): on average half of one has gone by. */
const halfSecond = 500
/** Where the wall clock moves by more than this against the forward-only one, it was set, or the machine has slept. */
const jumpMs = 60_000
/** How far ahead of now a date may be and still be believed; more where nobody knows how wrong our own clock is. */
const aheadMs = { known: 10 * 60_000, unknown: 48 * 3_600_000 }

/** What the platform's answers say of the machine's clock. */
export interface ClockSkew {
  /** The clock that the host goes by: the machine's, and never more than two minutes from the platform's where that is known. */
  readonly clock: Clock
  /** How far the platform's clock is ahead of the machine's; null until two answers since the clock was last set have told. */
  readonly ms: number | null
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

/** `onCorrected` is called when the host's clock has become another one. */
export function createClockSkew(machine: Clock, onCorrected: (ms: number) => void): ClockSkew {
  let heard: { ms: number; distance: number }[] = []
  let correction = { ms: 0, distance: 0 }
  /** How far the wall clock is from the one that nobody sets. */
  const distance = (): number => machine.now() - machine.monotonic()
  const isOfNow = (noted: { distance: number }): boolean =>
    Math.abs(noted.distance - distance()) < jumpMs

  function estimate(): number | null {
    const told = heard.filter(isOfNow)
    return told.length < 2 ? null : middle(told.map(({ ms }) => ms))
  }
  /** What was learned of a clock that was set since says nothing of it any more. */
  const corrected = (): number => (isOfNow(correction) ? correction.ms : 0)

  const clock: Clock = {
    now: () => machine.now() + corrected(),
    monotonic: () => machine.monotonic(),
    after: (milliseconds, run) => machine.after(milliseconds, run),
  }
  return {
    clock,
    get ms() {
      return estimate()
    },
    hear(answeredAt) {
      heard = [
        ...heard.slice(1 - answersKept),
        { ms: answeredAt + halfSecond - machine.now(), distance: distance() },
      ]
      const skew = estimate()
      if (skew === null) return
      const before = corrected()
      const isOff = Math.abs(skew - before) > toleratedMs
      const ms = isOff ? (Math.abs(skew) > toleratedMs ? skew : 0) : before
      correction = { ms, distance: distance() }
      if (isOff) onCorrected(ms)
    },
    dateOf(date, receivedAt) {
      const newest = Math.max(clock.now(), Date.parse(receivedAt))
      const latest = newest + aheadMs[estimate() === null ? 'unknown' : 'known']
      return Date.parse(date) > latest ? receivedAt : date
    },
  }
}
