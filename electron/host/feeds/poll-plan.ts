import type { Clock } from '../clock/clock.ts'

/** What the next look at the order list reads. */
export type Depth = 'whole' | 'window' | 'newest'

const maxWholePauseMs = 10 * 60_000
/**
 * Looks at all orders that can still change may have four times as many bytes, and each of them this
 * many requests. Where that is too little for every look, those between read only the newest orders.
 */
const windowShare = 1 / 4
const fewRequests = 4
/** So a change of an older order waits no longer than this, whatever the platform's answers cost. */
const maxWindowPauseMs = 5 * 60_000
/** Until events are proven reliable, whole looks may cost two requests and 100 KB a minute. */
const msPerRequest = 30_000
const msPerByte = 60_000 / 100_000
/**
 * If the wall clock moves by more than this against the monotonic clock, it was set or the machine
 * slept.
 */
const jumpMs = 60_000

/** The event of a change may arrive this much later than the list shows the change. */
const eventGraceMs = 60_000
/** This many changes in a row must have arrived as events. */
const enoughProofs = 3
/** Older events are ignored: every order is listed more often than this. */
const rememberMs = 20 * 60_000
const maxRemembered = 5_000

/** What a look at the order list took. */
export interface LookCost {
  depth: Depth
  requests: number
  bytes: number
  isComplete: boolean
  /** Only of a whole look. */
  isNewestFirst: boolean
}

/**
 * Decides whether the next look must read the whole order list. It need not while events are
 * reliable: every new or changed order in the list also arrived as an event.
 */
export class PollPlan {
  readonly #clock: Clock
  #mustBeWhole = true
  #wasAgain = false
  #wholeAt = -Infinity
  #pauseMs = 0
  #windowAt = -Infinity
  #windowPauseMs = 0
  /** In the last whole look the newest orders came first. */
  #isNewestFirst = false
  #distance: number
  /** The time of the last event of each order, by the monotonic clock. */
  readonly #receivedAt = new Map<string, number>()
  /** Changes whose event has not arrived, by order, with the time we saw them. */
  readonly #awaited = new Map<string, number>()
  #proofs = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#distance = this.#currentDistance()
  }

  /** The last changes all arrived as events, and none is missing. */
  get isProven(): boolean {
    return this.#proofs >= enoughProofs && this.#awaited.size === 0
  }

  /** An event of an order arrived at an instant of the monotonic clock. */
  received(orderId: string, at: number): void {
    if (this.#awaited.delete(orderId)) this.#proofs += 1
    this.#receivedAt.delete(orderId)
    this.#receivedAt.set(orderId, at)
    const [oldest] = this.#receivedAt.keys()
    if (this.#receivedAt.size > maxRemembered && oldest !== undefined)
      this.#receivedAt.delete(oldest)
  }

  /**
   * Call it when the list shows an order that is new or has changed. `since` is the start of the
   * last look that listed it; null for a new order.
   */
  listed(orderId: string, since: number | null): void {
    const at = this.#clock.monotonic()
    const receivedAt = this.#receivedAt.get(orderId) ?? -Infinity
    if (receivedAt >= (since ?? at - rememberMs)) this.#proofs += 1
    else if (!this.#awaited.has(orderId)) this.#awaited.set(orderId, at)
  }

  /** Something may have been missed: the next look must be a whole one. */
  gap(): void {
    this.#mustBeWhole = true
  }

  /** Call it when a look starts. */
  nextDepth(): Depth {
    const at = this.#clock.monotonic()
    const isDue = at - this.#wholeAt >= (this.isProven ? maxWholePauseMs : this.#pauseMs)
    const isWhole = this.#hasJumped() || this.#mustBeWhole || isDue
    this.#mustBeWhole = false
    if (isWhole) this.#wholeAt = at
    else if (this.#isNewestFirst && at - this.#windowAt < this.#windowPauseMs) return 'newest'
    this.#windowAt = at
    return isWhole ? 'whole' : 'window'
  }

  /** Call it when a look succeeds. */
  ended(look: LookCost): void {
    if (this.#hasMissed()) this.#mustBeWhole = true
    if (look.depth === 'newest') return
    const ofRequests = look.requests * msPerRequest
    const ofBytes = look.bytes * msPerByte
    if (look.depth === 'window') {
      const cost = Math.max(look.requests > fewRequests ? ofRequests : 0, ofBytes * windowShare)
      this.#windowPauseMs = Math.min(cost, maxWindowPauseMs)
      return
    }
    this.#isNewestFirst = look.isNewestFirst
    this.#pauseMs = Math.min(Math.max(ofRequests, ofBytes), maxWholePauseMs)
    // The list moved between two pages, so an order may be missing. Repeat the whole look only
    // once.
    this.#wasAgain = !look.isComplete && !this.#wasAgain
    if (this.#wasAgain) this.#mustBeWhole = true
  }

  #currentDistance(): number {
    return this.#clock.now() - this.#clock.monotonic()
  }

  #hasJumped(): boolean {
    const before = this.#distance
    this.#distance = this.#currentDistance()
    return Math.abs(this.#distance - before) > jumpMs
  }

  /** True once if the event of a change never arrived although events were reliable until now. */
  #hasMissed(): boolean {
    const at = this.#clock.monotonic()
    for (const [orderId, receivedAt] of this.#receivedAt)
      if (at - receivedAt > rememberMs) this.#receivedAt.delete(orderId)
    const missing = [...this.#awaited].filter(([, since]) => at - since >= eventGraceMs)
    for (const [orderId] of missing) this.#awaited.delete(orderId)
    if (missing.length === 0) return false
    const wasProven = this.#proofs >= enoughProofs
    this.#proofs = 0
    return wasProven
  }
}
