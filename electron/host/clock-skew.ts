import { mostCorrectionMs } from '#contract/status/status.ts'
import type { Clock } from './clock.ts'

/** Nothing is deleted for this long after somebody set the wall clock, or after its correction changed. */
const restMs = 3_600_000
/** When the wall clock moves this much against the monotonic clock, somebody has set it. */
const jumpMs = 60_000
/** The machine's clock may differ this much from the platform's before the host uses the platform's. */
const toleratedMs = 2 * 60_000

/** Beyond this difference nobody knows which clock is wrong. */
const isTooFar = (ms: number): boolean => Math.abs(ms) > mostCorrectionMs

/** The time for decisions that can't be undone: an instant has come once every clock agrees. */
export interface AgreedTime {
  /**
   * For things that end by time: the earliest of the clocks, in epoch milliseconds. 0 while the
   * wall clock is not confirmed: since the start, or since somebody set it, the platform has not
   * reported its time and no hour has passed.
   */
  now(): number
  /**
   * For deletions: the same, but also 0 for an hour after the wall clock was set or its correction
   * changed, while the platform has reported nothing since, and when its time is more than a day
   * off or contradicts itself.
   */
  toDelete(): number
}

/**
 * `currentOffsets` returns how far the platform's newest answers are ahead of the machine's clock as it
 * is set now. Call `changed` when the correction of the machine's clock changes.
 */
function createAgreedTime(
  machine: Clock,
  currentOffsets: () => readonly number[],
): { agreed: AgreedTime; changed(): void } {
  const distance = (): number => machine.now() - machine.monotonic()
  let distanceSeen = distance()
  /** The start, or the last time that the wall clock was set. */
  let setAt = machine.monotonic()
  let changedAt = -Infinity

  function noticeJump(): void {
    // Compared with the first position, so that many small jumps add up.
    if (Math.abs(distance() - distanceSeen) < jumpMs) return
    distanceSeen = distance()
    setAt = machine.monotonic()
    changedAt = setAt
  }

  /** Null with fewer than two answers. */
  function platform(): readonly number[] | null {
    const offsets = currentOffsets()
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
    // In an outage only the machine knows the time, so deletions wait for its end.
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

const answersStored = 5
/** This many answers must agree, so that a single odd answer (of a cache, for example) changes nothing. */
const agreeingShare = 0.8
/** The platform reports whole seconds (HTTP Date), so on average half a second has passed. */
const halfSecond = 500
/**
 * How far in the future a date may be and still be accepted; more while the error of our own clock
 * is unknown.
 */
const aheadMs = { known: 10 * 60_000, unknown: 48 * 3_600_000 }

/** What the platform's answers say about the machine's clock. */
export interface ClockSkew {
  /**
   * The clock that the host uses: the machine's, but never more than two minutes from the
   * platform's when that is known. When the two differ by more than a day, nobody knows which is
   * wrong, and the machine's is used.
   */
  readonly clock: Clock
  /** For things that end or are deleted by time. */
  readonly agreed: AgreedTime
  /**
   * How far the platform's clock is ahead of the machine's; null until two answers have arrived
   * since the clock was set. When answers contradict each other, the smallest difference that two
   * of them report.
   */
  readonly ms: number | null
  /** The difference when it is too large to be corrected; else 0. */
  readonly refusedMs: number
  /** The platform answered; its own clock said this instant (epoch milliseconds). */
  addAnswer(answeredAt: number): void
  /**
   * The date to use for a message that claims `date` (ISO). No message comes from the future, so
   * such a date becomes the time of arrival.
   */
  dateOf(date: string, receivedAt: string): string
}

/** The median; of two middle values the smaller, because most clocks are right. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length >> 1
  const [low = 0, high = low] =
    sorted.length % 2 === 0 ? sorted.slice(half - 1) : sorted.slice(half)
  return sorted.length % 2 === 0 && Math.abs(high) < Math.abs(low) ? high : low
}

/** The second largest difference: at least two answers report that much. */
const worst = (values: readonly number[]): number =>
  values.toSorted((one, other) => Math.abs(other) - Math.abs(one))[1] ?? 0

/**
 * `onChange` is called when the host's clock changes, and when a correction starts or stops being
 * refused.
 */
export function createClockSkew(
  machine: Clock,
  onChange: (change: { correctedMs: number; refusedMs: number }) => void,
): ClockSkew {
  let answers: { ms: number; distance: number }[] = []
  let correction = { ms: 0, distance: 0 }
  let wasRefused = false
  /** How far the wall clock is from the monotonic clock. */
  const distance = (): number => machine.now() - machine.monotonic()
  const isSinceLastJump = (noted: { distance: number }): boolean =>
    Math.abs(noted.distance - distance()) < jumpMs
  const currentOffsets = (): number[] => answers.filter(isSinceLastJump).map(({ ms }) => ms)
  const { agreed, changed } = createAgreedTime(machine, currentOffsets)

  /** Null with fewer than two answers, or when they contradict each other. */
  function estimate(): number | null {
    const all = currentOffsets()
    const ms = middle(all)
    const agreeing = all.filter((each) => Math.abs(each - ms) <= toleratedMs).length
    return all.length < 2 || agreeing < all.length * agreeingShare ? null : ms
  }
  /** What was learned about the clock is void once somebody sets it. */
  const corrected = (): number => (isSinceLastJump(correction) ? correction.ms : 0)
  const refused = (): number => {
    const skew = estimate()
    return skew !== null && isTooFar(skew) ? skew : 0
  }

  function correct(skew: number): void {
    const before = corrected()
    const isOff = Math.abs(skew - before) > toleratedMs
    const nextSkew = Math.abs(skew) > toleratedMs && !isTooFar(skew) ? skew : 0
    const ms = isOff ? nextSkew : before
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
      const all = currentOffsets()
      return all.length < 2 ? null : (estimate() ?? worst(all))
    },
    get refusedMs() {
      return refused()
    },
    addAnswer(answeredAt) {
      answers = [
        ...answers.slice(1 - answersStored),
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
