import type { Clock } from '../clock.ts'

/** What the next look at the order list reads. */
export type Depth = 'whole' | 'window' | 'newest'

const longestWholePauseMs = 10 * 60_000
/**
 * Looks at all orders that can still change may have four times as many bytes, and each of them this
 * many requests. Where that is too little for every look, those between read only the newest orders.
 */
const windowShare = 1 / 4
const fewRequests = 4
/** So a change of an older order waits no longer than this, whatever the platform's answers cost. */
const longestWindowPauseMs = 5 * 60_000
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
const mostRemembered = 5_000

/**
 * Decides whether the next look must read the whole order list. It need not while events are
 * reliable: every new or changed order in the list also arrived as an event.
 */
export function createPollPlan(clock: Clock) {
  let mustBeWhole = true
  let wasAgain = false
  let wholeAt = -Infinity
  let pauseMs = 0
  let windowAt = -Infinity
  let windowPauseMs = 0
  /** In the last whole look the newest orders came first. */
  let isNewestFirst = false
  let distance = clock.now() - clock.monotonic()
  /** The time of the last event of each order, by the monotonic clock. */
  const receivedAt = new Map<string, number>()
  /** Changes whose event has not arrived, by order, with the time we saw them. */
  const awaited = new Map<string, number>()
  let proofs = 0

  function hasJumped(): boolean {
    const before = distance
    distance = clock.now() - clock.monotonic()
    return Math.abs(distance - before) > jumpMs
  }

  const isProven = (): boolean => proofs >= enoughProofs && awaited.size === 0

  /** True once if the event of a change never arrived although events were reliable until now. */
  function hasMissed(): boolean {
    const at = clock.monotonic()
    for (const [orderId, received] of receivedAt)
      if (at - received > rememberMs) receivedAt.delete(orderId)
    const missing = [...awaited].filter(([, since]) => at - since >= eventGraceMs)
    for (const [orderId] of missing) awaited.delete(orderId)
    if (missing.length === 0) return false
    const wasProven = proofs >= enoughProofs
    proofs = 0
    return wasProven
  }

  return {
    /** The last changes all arrived as events, and none is missing. */
    get isProven() {
      return isProven()
    },
    /** Call it when an event of an order arrives. */
    received(orderId: string): void {
      if (awaited.delete(orderId)) proofs += 1
      receivedAt.delete(orderId)
      receivedAt.set(orderId, clock.monotonic())
      const [oldest] = receivedAt.keys()
      if (receivedAt.size > mostRemembered && oldest !== undefined) receivedAt.delete(oldest)
    },
    /**
     * Call it when the list shows an order that is new or has changed. `since` is the start of the
     * last look that listed it; null for a new order.
     */
    listed(orderId: string, since: number | null): void {
      const at = clock.monotonic()
      const received = receivedAt.get(orderId) ?? -Infinity
      if (received >= (since ?? at - rememberMs)) proofs += 1
      else if (!awaited.has(orderId)) awaited.set(orderId, at)
    },
    /** Something may have been missed: the next look must be a whole one. */
    gap(): void {
      mustBeWhole = true
    },
    /** Call it when a look starts. */
    nextDepth(): Depth {
      const at = clock.monotonic()
      const isDue = at - wholeAt >= (isProven() ? longestWholePauseMs : pauseMs)
      const isWhole = hasJumped() || mustBeWhole || isDue
      mustBeWhole = false
      if (isWhole) wholeAt = at
      else if (isNewestFirst && at - windowAt < windowPauseMs) return 'newest'
      windowAt = at
      return isWhole ? 'whole' : 'window'
    },
    /** Call it when a look succeeds. `isNewestFirst`: only of a whole look. */
    ended(look: {
      depth: Depth
      requests: number
      bytes: number
      isComplete: boolean
      isNewestFirst: boolean
    }): void {
      if (hasMissed()) mustBeWhole = true
      if (look.depth === 'newest') return
      const ofRequests = look.requests * msPerRequest
      const ofBytes = look.bytes * msPerByte
      if (look.depth === 'window') {
        const cost = Math.max(look.requests > fewRequests ? ofRequests : 0, ofBytes * windowShare)
        windowPauseMs = Math.min(cost, longestWindowPauseMs)
        return
      }
      isNewestFirst = look.isNewestFirst
      pauseMs = Math.min(Math.max(ofRequests, ofBytes), longestWholePauseMs)
      // The list moved between two pages, so an order may be missing. Repeat the whole look only
      // once.
      wasAgain = !look.isComplete && !wasAgain
      if (wasAgain) mustBeWhole = true
    },
  }
}
