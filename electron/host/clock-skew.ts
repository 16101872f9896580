import { mostCorrectionMs } from '#contract/status/status.ts'
import { createAgreedTime, jumpMs, type AgreedTime } from './agreed-time.ts'
import type { Clock } from './clock.ts'

/** So far the machine's clock may be from the platform's before the host goes by the platform's. */
const toleratedMs = 2 * 60_000
/** The newest answers count. */
const answersKept = 5
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

const isTooFar = (ms: number): boolean => Math.abs(ms) > mostCorrectionMs

/** `onChange` is called when the host's clock has become another one, and when a correction begins or ceases to be refused. */
export function createClockSkew(
  machine: Clock,
  onChange: (change: { correctedMs: number; refusedMs: number }) => void,
): ClockSkew {
  let heard: { ms: number; distance: number }[] = []
  let correction = { ms: 0, distance: 0 }
  let wasRefused = false
  /** How far the wall clock is from the one that nobody sets. */
  const distance = (): number => machine.now() - machine.monotonic()
  const isOfNow = (noted: { distance: number }): boolean =>
    Math.abs(noted.distance - distance()) < jumpMs
  const told = (): number[] => heard.filter(isOfNow).map(({ ms }) => ms)
  const { agreed, changed } = createAgreedTime({
    machine,
    told,
    toleratedMs,
    mostMs: mostCorrectionMs,
  })

  /** Null where fewer than two have told, or they contradict each other. */
  function estimate(): number | null {
    const all = told()
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
    const wanted = Math.abs(skew) > toleratedMs && !isTooFar(skew) ? skew : 0
    const ms = isOff ? wanted : before
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
      const all = told()
      return all.length < 2 ? null : (estimate() ?? worst(all))
    },
    get refusedMs() {
      return refused()
    },
    hear(answeredAt) {
      heard = [
        ...heard.slice(1 - answersKept),
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
