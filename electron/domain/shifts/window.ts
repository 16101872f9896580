/** A stretch of time, epoch milliseconds, both ends in it; `to` is null where it has no end. */
export interface Span {
  from: number
  to: number | null
}

/** The first payment that names a shift and the last one, epoch milliseconds. */
export interface PaymentTimes {
  first: number | null
  last: number | null
}

/**
 * In which stretches the payments of a shift are read. A payment names its shift and may be days away from it, and the platform
 * lists payments by their time alone. So reading goes on outwards, before the shift and after it, in steps that double,
 * until a whole step has no payment that names the shift.
 */
export interface PaymentWindow {
  /** What is to be read now; null once both sides have had a step without payments of the shift. */
  next(): Span | null
  /** Takes note of a new payment that names the shift. */
  found(at: number | null): void
  /** The stretch is read to its end. */
  done(): void
}

interface Side {
  /** How far it is read. */
  edge: number
  stepMs: number
  isOpen: boolean
}

const dayMs = 24 * 3_600_000
/** The first step outwards on each side; wider where nobody knows of the shift's payments. */
const listedStepMs = 3 * dayMs
const unlistedStepMs = 7 * dayMs
/** No till is older. */
const beginning = Date.UTC(2000)

/**
 * `shift` is when it began and ended. `listed` are the payments that the list of shifts knows to name it, null where it knows
 * none: the first step begins outside of them. What is after `now` is read without an end.
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
      // It stays open where this step finds something.
      if (open !== null) open.isOpen = false
    },
  }
}
