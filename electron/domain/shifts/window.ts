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

const endAt = (edge: number, now: number): number | null => (edge >= now ? null : edge)

/**
 * Decides in which ranges the payments of a shift are read. A payment may be days away from the
 * shift that it names, and the platform lists payments only by time. So the host reads outwards,
 * before the shift and after it, in steps that double, until a whole step has no payment of the
 * shift.
 */
export class PaymentWindow {
  readonly #now: number
  readonly #from: number
  readonly #to: number | null
  readonly #before: Side
  readonly #after: Side | null
  #current: { side: Side | null; span: Span } | null

  /**
   * `shift` is when it started and ended. `listed` are the payments that the search found for it,
   * null if none: the first step starts outside of them. The range after `now` has no end.
   */
  constructor(shift: Span, listed: PaymentTimes | null, now: number) {
    const stepMs = listed === null ? unlistedStepMs : listedStepMs
    const from = Math.min(shift.from, listed?.first ?? shift.from)
    const to = shift.to === null ? null : Math.max(shift.to, listed?.last ?? shift.to)
    this.#now = now
    this.#from = from
    this.#to = to
    this.#before = { edge: from - stepMs, stepMs, isOpen: false }
    this.#after =
      to === null || endAt(to + stepMs, now) === null
        ? null
        : { edge: to + stepMs, stepMs, isOpen: false }
    const span = { from: this.#before.edge, to: this.#after?.edge ?? null }
    this.#current = { side: null, span }
  }

  /** The next range to read; null once a step on each side had no payment of the shift. */
  next(): Span | null {
    return this.#current?.span ?? null
  }

  /** Records a new payment that names the shift. */
  found(at: number | null): void {
    if (this.#current === null) return
    const { side } = this.#current
    if (side !== null) side.isOpen = true
    else if (at !== null && at < this.#from) this.#before.isOpen = this.#before.edge > beginning
    else if (at !== null && this.#after !== null && this.#to !== null && at > this.#to)
      this.#after.isOpen = true
  }

  /** The range was read to its end. */
  done(): void {
    if (this.#current === null) return
    const { side, span } = this.#current
    if (side !== null) {
      side.stepMs *= 2
      side.edge = side === this.#before ? span.from : (span.to ?? side.edge)
      if (span.from === beginning || span.to === null) side.isOpen = false
    }
    const open = [this.#before, this.#after].find((each) => each?.isOpen === true) ?? null
    this.#current = open === null ? null : { side: open, span: this.#stepOf(open) }
    // A side stays open if this step finds a payment.
    if (open !== null) open.isOpen = false
  }

  #stepOf(side: Side): Span {
    const stepMs = side.stepMs * 2
    return side === this.#before
      ? { from: Math.max(side.edge - stepMs, beginning), to: side.edge }
      : { from: side.edge, to: endAt(side.edge + stepMs, this.#now) }
  }
}
