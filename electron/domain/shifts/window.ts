/** A range of time in epoch milliseconds, both ends included. `to` is null for a range without end. */
export interface Span {
  from: number
  to: number | null
}

/** The first and the last payment that name a shift, in epoch milliseconds. */
export interface PaymentTimes {
  first: number | null
  last: number | null
}

/**
 * Decides in which ranges the payments of a shift are read. A payment may be days away from the
 * shift that it names, and the platform lists payments only by time. So the host reads outwards,
 * before the shift and after it, in steps that double, until a whole step has no payment of the
 * shift.
 */
export interface PaymentWindow {
  /** The next range to read; null once a step on each side had no payment of the shift. */
  next(): Span | null
  /** Records a new payment that names the shift. */
  found(at: number | null): void
  /** The range was read to its end. */
  done(): void
}

interface Side {
  /** How far this side was read. */
  edge: number
  stepMs: number
  isOpen: boolean
}

const dayMs = 24 * 3_600_000
/** The first step outwards on each side. It is wider if no payments of the shift are known. */
const listedStepMs = 3 * dayMs
const unlistedStepMs = 7 * dayMs
/** No payment is older. */
const beginning = Date.UTC(2000)

/**
 * `shift` is when it started and ended. `listed` are the payments that the search found for it,
 * null if none: the first step starts outside of them. The range after `now` has no end.
 */
export function createPaymentWindow(
  shift: Span,
  listed: PaymentTimes | null,
  now: number,
): PaymentWindow {
  const firstStepMs = listed === null ? unlistedStepMs : listedStepMs
  const from = Math.min(shift.from, listed?.first ?? shift.from)
  const to = shift.to === null ? null : Math.max(shift.to, listed?.last ?? shift.to)
  const endAt = (edge: number): number | null => (edge >= now ? null : edge)

  const before: Side = { edge: from - firstStepMs, stepMs: firstStepMs, isOpen: false }
  const after: Side | null =
    to === null || endAt(to + firstStepMs) === null
      ? null
      : { edge: to + firstStepMs, stepMs: firstStepMs, isOpen: false }
  let current: { side: Side | null; span: Span } | null = {
    side: null,
    span: { from: before.edge, to: after?.edge ?? null },
  }

  function stepOf(side: Side): Span {
    const stepMs = side.stepMs * 2
    return side === before
      ? { from: Math.max(side.edge - stepMs, beginning), to: side.edge }
      : { from: side.edge, to: endAt(side.edge + stepMs) }
  }

  return {
    next: () => current?.span ?? null,
    found(at) {
      if (current === null) return
      if (current.side !== null) current.side.isOpen = true
      else if (at !== null && at < from) before.isOpen = before.edge > beginning
      else if (at !== null && after !== null && to !== null && at > to) after.isOpen = true
    },
    done() {
      if (current === null) return
      const { side, span } = current
      if (side !== null) {
        side.stepMs *= 2
        side.edge = side === before ? span.from : (span.to ?? side.edge)
        if (span.from === beginning || span.to === null) side.isOpen = false
      }
      const open = [before, after].find((each) => each?.isOpen === true) ?? null
      current = open === null ? null : { side: open, span: stepOf(open) }
      // A side stays open if this step finds a payment.
      if (open !== null) open.isOpen = false
    },
  }
}
