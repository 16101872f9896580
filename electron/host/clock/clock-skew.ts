import { maxCorrectionMs } from '#contract/status/status.ts'
import type { Clock } from './clock.ts'

/** Nothing is deleted for this long after somebody set the wall clock, or after its correction changed. */
const restMs = 3_600_000
/** When the wall clock moves this much against the monotonic clock, somebody has set it. */
const jumpMs = 60_000
/** The machine's clock may differ this much from the platform's before the host uses the platform's. */
const toleratedMs = 2 * 60_000

/** Beyond this difference nobody knows which clock is wrong. */
const isTooFar = (ms: number): boolean => Math.abs(ms) > maxCorrectionMs

/** How far the wall clock is from the monotonic clock. */
const distanceOf = (machine: Clock): number => machine.now() - machine.monotonic()

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
 * is set now.
 */
class AgreedClocks implements AgreedTime {
  readonly #machine: Clock
  readonly #currentOffsets: () => readonly number[]
  #distanceSeen: number
  /** The start, or the last time that the wall clock was set. */
  #setAt: number
  #changedAt = -Infinity

  constructor(machine: Clock, currentOffsets: () => readonly number[]) {
    this.#machine = machine
    this.#currentOffsets = currentOffsets
    this.#distanceSeen = distanceOf(machine)
    this.#setAt = machine.monotonic()
  }

  now(): number {
    this.#noticeJump()
    const offsets = this.#offsets()
    if (offsets !== null)
      return this.#machine.now() + Math.min(0, ...offsets.filter((ms) => ms < -toleratedMs))
    return this.#machine.monotonic() - this.#setAt >= restMs ? this.#machine.now() : 0
  }

  toDelete(): number {
    const at = this.now()
    return this.#isInDoubt() ? 0 : at
  }

  /** The correction of the machine's clock has changed. */
  noteCorrection(): void {
    this.#changedAt = this.#machine.monotonic()
  }

  #noticeJump(): void {
    // Compared with the first position, so that many small jumps add up.
    const distance = distanceOf(this.#machine)
    if (Math.abs(distance - this.#distanceSeen) < jumpMs) return
    this.#distanceSeen = distance
    this.#setAt = this.#machine.monotonic()
    this.#changedAt = this.#setAt
  }

  /** Null with fewer than two answers. */
  #offsets(): readonly number[] | null {
    const offsets = this.#currentOffsets()
    return offsets.length < 2 ? null : offsets
  }

  #isInDoubt(): boolean {
    if (this.#machine.monotonic() - this.#changedAt < restMs) return true
    const offsets = this.#offsets()
    // In an outage only the machine knows the time, so deletions wait for its end.
    if (offsets === null) return true
    const isFar = offsets.some(isTooFar)
    return isFar || Math.max(...offsets) - Math.min(...offsets) > 2 * toleratedMs
  }
}

/** The machine's clock with a correction. */
class CorrectedClock implements Clock {
  readonly #machine: Clock
  readonly #correctionMs: () => number

  constructor(machine: Clock, correctionMs: () => number) {
    this.#machine = machine
    this.#correctionMs = correctionMs
  }

  now(): number {
    return this.#machine.now() + this.#correctionMs()
  }

  monotonic(): number {
    return this.#machine.monotonic()
  }

  after(milliseconds: number, run: () => void | Promise<void>): () => void {
    return this.#machine.after(milliseconds, run)
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

/** A number with the distance of the machine's two clocks when it was noted. */
interface Noted {
  ms: number
  distance: number
}

/** What the platform's answers say about the machine's clock. */
export class ClockSkew {
  /**
   * The clock that the host uses: the machine's, but never more than two minutes from the
   * platform's when that is known. When the two differ by more than a day, nobody knows which is
   * wrong, and the machine's is used.
   */
  readonly clock: Clock
  readonly #machine: Clock
  readonly #onChange: (change: { correctedMs: number; refusedMs: number }) => void
  readonly #agreed: AgreedClocks
  #answers: readonly Noted[] = []
  #correction: Noted = { ms: 0, distance: 0 }
  #wasRefused = false

  /**
   * `onChange` is called when the host's clock changes, and when a correction starts or stops being
   * refused.
   */
  constructor(
    machine: Clock,
    onChange: (change: { correctedMs: number; refusedMs: number }) => void,
  ) {
    this.#machine = machine
    this.#onChange = onChange
    this.clock = new CorrectedClock(machine, () => this.#correctedMs)
    this.#agreed = new AgreedClocks(machine, () => this.#currentOffsets())
  }

  /** For things that end or are deleted by time. */
  get agreed(): AgreedTime {
    return this.#agreed
  }

  /**
   * How far the platform's clock is ahead of the machine's; null until two answers have arrived
   * since the clock was set. When answers contradict each other, the smallest difference that two
   * of them report.
   */
  get ms(): number | null {
    const offsets = this.#currentOffsets()
    return offsets.length < 2 ? null : (this.#estimate() ?? worst(offsets))
  }

  /** The difference when it is too large to be corrected; else 0. */
  get refusedMs(): number {
    const skew = this.#estimate()
    return skew !== null && isTooFar(skew) ? skew : 0
  }

  /** The platform answered; its own clock said this instant (epoch milliseconds). */
  addAnswer(answeredAt: number): void {
    const ms = answeredAt + halfSecond - this.#machine.now()
    const answer = { ms, distance: distanceOf(this.#machine) }
    this.#answers = [...this.#answers.slice(1 - answersStored), answer]
    const skew = this.#estimate()
    if (skew !== null) this.#correct(skew)
  }

  /**
   * The date to use for a message that claims `date` (ISO). No message comes from the future, so
   * such a date becomes the time of arrival.
   */
  dateOf(date: string, receivedAt: string): string {
    const newest = Math.max(this.clock.now(), Date.parse(receivedAt))
    const latest = newest + aheadMs[this.#estimate() === null ? 'unknown' : 'known']
    return Date.parse(date) > latest ? receivedAt : date
  }

  #isSinceLastJump({ distance }: Noted): boolean {
    return Math.abs(distance - distanceOf(this.#machine)) < jumpMs
  }

  #currentOffsets(): number[] {
    return this.#answers.filter((answer) => this.#isSinceLastJump(answer)).map(({ ms }) => ms)
  }

  /** Null with fewer than two answers, or when they contradict each other. */
  #estimate(): number | null {
    const offsets = this.#currentOffsets()
    const ms = middle(offsets)
    const agreeing = offsets.filter((each) => Math.abs(each - ms) <= toleratedMs).length
    return offsets.length < 2 || agreeing < offsets.length * agreeingShare ? null : ms
  }

  /** What was learned about the clock is void once somebody sets it. */
  get #correctedMs(): number {
    return this.#isSinceLastJump(this.#correction) ? this.#correction.ms : 0
  }

  #correct(skew: number): void {
    const before = this.#correctedMs
    const isOff = Math.abs(skew - before) > toleratedMs
    const nextSkew = Math.abs(skew) > toleratedMs && !isTooFar(skew) ? skew : 0
    const ms = isOff ? nextSkew : before
    this.#correction = { ms, distance: distanceOf(this.#machine) }
    if (ms !== before) this.#agreed.noteCorrection()
    if (ms === before && this.#wasRefused === isTooFar(skew)) return
    this.#wasRefused = isTooFar(skew)
    this.#onChange({ correctedMs: ms, refusedMs: this.#wasRefused ? skew : 0 })
  }
}
