import type { Clock } from '../clock.ts'

/** The whole list is looked at at least this often. */
const longestWholePauseMs = 10 * 60_000
/** Whole looks may cost two requests and 100 KB a minute while nothing proves that events tell everything. */
const msPerRequest = 30_000
const msPerByte = 60_000 / 100_000
/** Where the wall clock moves by more than this against the forward-only one, it was set, or the machine has slept. */
const jumpMs = 60_000

/** How late the event of a change may come after the list has shown the change. */
const eventGraceMs = 60_000
/** So many changes in a row must have come as events. */
const enoughProofs = 3
/** Older events prove nothing: every order is listed more often than this. */
const rememberMs = 20 * 60_000
const mostRemembered = 5_000

/**
 * Decides whether the next look at the order list must see all of it. It need not as long as events can be relied on: every
 * order that is new or changed in the list must also have come as an event.
 */
export function createLookPlan(clock: Clock) {
  let mustBeWhole = true
  let wasAgain = false
  let wholeAt = -Infinity
  let pauseMs = 0
  let distance = clock.now() - clock.monotonic()
  /** When events came last, by the order, on the forward-only clock. */
  const receivedAt = new Map<string, number>()
  /** Changes whose event has not come, by the order, and since when. */
  const awaited = new Map<string, number>()
  let proofs = 0

  function hasJumped(): boolean {
    const before = distance
    distance = clock.now() - clock.monotonic()
    return Math.abs(distance - before) > jumpMs
  }

  const isProven = (): boolean => proofs >= enoughProofs && awaited.size === 0

  /** True once where a change never came as an event although events were relied on until now. */
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
    /** The last changes all came as events, and none is waited for. */
    get isProven() {
      return isProven()
    },
    /** An event told something of an order. */
    received(orderId: string): void {
      if (awaited.delete(orderId)) proofs += 1
      receivedAt.delete(orderId)
      receivedAt.set(orderId, clock.monotonic())
      const [oldest] = receivedAt.keys()
      if (receivedAt.size > mostRemembered && oldest !== undefined) receivedAt.delete(oldest)
    },
    /** The list shows an order that is new or changed since the look that began at `since`; null for a new one. */
    listed(orderId: string, since: number | null): void {
      const at = clock.monotonic()
      const received = receivedAt.get(orderId) ?? -Infinity
      if (received >= (since ?? at - rememberMs)) proofs += 1
      else if (!awaited.has(orderId)) awaited.set(orderId, at)
    },
    /** Something may have been missed: the next look is a whole one. */
    gap(): void {
      mustBeWhole = true
    },
    /** Call it as a look begins. */
    isWholeNext(): boolean {
      const pause = isProven() ? longestWholePauseMs : pauseMs
      const isDue = clock.monotonic() - wholeAt >= pause
      const isWhole = hasJumped() || mustBeWhole || isDue
      mustBeWhole = false
      if (isWhole) wholeAt = clock.monotonic()
      return isWhole
    },
    /** A look has ended well. */
    ended(look: { isWhole: boolean; requests: number; bytes: number; isComplete: boolean }): void {
      if (hasMissed()) mustBeWhole = true
      if (!look.isWhole) return
      const cost = Math.max(look.requests * msPerRequest, look.bytes * msPerByte)
      pauseMs = Math.min(cost, longestWholePauseMs)
      // The list moved between two pages, and one may have slipped through. Where that stays so, once is enough.
      wasAgain = !look.isComplete && !wasAgain
      if (wasAgain) mustBeWhole = true
    },
  }
}
