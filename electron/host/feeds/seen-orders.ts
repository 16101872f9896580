import { hash } from 'node:crypto'
import type { Dialect } from '#platform/dialect.ts'
import type { RawOrderList } from '#platform/orders.ts'

const minuteMs = 60_000
/** A closed order may be reopened or corrected, so short looks list it for this long. */
const watchedClosedMs = 10 * minuteMs
/** An open order without changes for this long, past its promised time, is left to whole looks. */
const watchedIdleMs = 120 * minuteMs
/**
 * Ranges start on this grid, so that the same request is repeated and its answer can be recognized.
 */
const gridMs = 5 * minuteMs

type RawOrder = RawOrderList['items'][number]

/** An order as last listed. Instants are epoch milliseconds by the platform's clock. */
interface Seen {
  digest: string
  /** Null if it can't be parsed. */
  createdAt: number | null
  /** When the guest expects a scheduled order; null for other orders. */
  promisedAt: number | null
  isFinal: boolean
  /** When a look found it changed, by the monotonic clock; null before that. */
  changedAt: number | null
  /** The start of the last look that listed it, by the monotonic clock. */
  lookedAt: number
}

export interface ListedOrder {
  id: string
  body: string
  digest: string
  order: RawOrder
}

const idOf = (order: RawOrder): string => String(order._id)

function instantOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

export const onGrid = (at: number): number => Math.floor(at / gridMs) * gridMs

/**
 * Whether the `first` orders of a list are its newest, so that a look at these alone sees every new
 * one.
 */
export class SortCheck {
  readonly #first: number
  #count = 0
  #oldestOfFirst = Infinity
  #newestOfOthers = -Infinity

  constructor(first: number) {
    this.#first = first
  }

  /** The next orders of the list. */
  add(createdAt: readonly (number | null)[]): void {
    for (const at of createdAt) {
      this.#count += 1
      if (at === null) continue
      if (this.#count <= this.#first) this.#oldestOfFirst = Math.min(this.#oldestOfFirst, at)
      else this.#newestOfOthers = Math.max(this.#newestOfOthers, at)
    }
  }

  get isNewestFirst(): boolean {
    return this.#newestOfOthers <= this.#oldestOfFirst
  }
}

function isWatched(order: Seen, now: number, monotonic: number): boolean {
  const { changedAt, isFinal, createdAt, promisedAt } = order
  const watchedMs = isFinal ? watchedClosedMs : watchedIdleMs
  if (changedAt !== null && monotonic - changedAt < watchedMs) return true
  if (isFinal) return false
  return createdAt === null || Math.max(createdAt, promisedAt ?? 0) + watchedIdleMs > now
}

/**
 * Remembers the listed orders, and finds the start of the next look so that it includes every order
 * that can still change.
 */
export class SeenOrders {
  readonly #seen = new Map<string, Seen>()
  readonly #lastStatuses: ReadonlySet<string>
  /** The longest time between an order's creation and its first listing. */
  readonly #listedWithinMs: number

  constructor(dialect: Pick<Dialect, 'statusesFinal' | 'ordersListedWithinMinutes'>) {
    this.#lastStatuses = new Set(dialect.statusesFinal.split(' '))
    this.#listedWithinMs = Number(dialect.ordersListedWithinMinutes) * minuteMs
  }

  has(id: string): boolean {
    return this.#seen.has(id)
  }

  /** The orders that are new or have changed since the last look. */
  changedAmong(orders: readonly RawOrder[]): ListedOrder[] {
    return orders.flatMap((order) => {
      const id = idOf(order)
      const body = JSON.stringify(order)
      const digest = hash('sha256', body, 'hex')
      return this.#seen.get(id)?.digest === digest ? [] : [{ id, body, digest, order }]
    })
  }

  /** When an order was made. A repeated page has only its id. */
  createdAt(order: RawOrder): number | null {
    return instantOf(order['createdAt']) ?? this.#seen.get(idOf(order))?.createdAt ?? null
  }

  /** The start of the last look that listed the order; null for a new one. */
  lookedAt(id: string): number | null {
    return this.#seen.get(id)?.lookedAt ?? null
  }

  /**
   * Records the orders of a look that started at `askedAt`. The changed ones must be stored
   * already.
   */
  note(orders: readonly RawOrder[], changed: readonly ListedOrder[], askedAt: number): void {
    for (const { id, digest, order } of changed) {
      const isScheduled = [true, 'true', 1, '1'].includes(order['isScheduled'] as string)
      this.#seen.set(id, {
        digest,
        createdAt: instantOf(order['createdAt']),
        promisedAt: isScheduled ? instantOf(order['deliverAt']) : null,
        isFinal: this.#lastStatuses.has(String(order['orderStatus'])),
        changedAt: this.#seen.has(id) ? askedAt : null,
        lookedAt: askedAt,
      })
    }
    for (const order of orders) {
      const seen = this.#seen.get(idOf(order))
      if (seen !== undefined) seen.lookedAt = askedAt
    }
  }

  forgetBefore(askedAt: number): void {
    for (const [id, { lookedAt }] of this.#seen) if (lookedAt < askedAt) this.#seen.delete(id)
  }

  /** The start of a short look, never before that of a whole one; epoch milliseconds. */
  windowFrom(now: number, monotonic: number, wholeFrom: number): number {
    let from = now - this.#listedWithinMs
    for (const order of this.#seen.values())
      if (isWatched(order, now, monotonic)) from = Math.min(from, order.createdAt ?? wholeFrom)
    return Math.max(onGrid(from), wholeFrom)
  }
}

/** The limit of remembered orders; the oldest are dropped first. */
const maxRemembered = 1_000
/** How many orders are read by themselves after a whole look. */
const maxReadAlone = 10

interface UnlistedParts {
  /** Whether a look has listed the order. */
  has(orderId: string): boolean
  /** Reads an order by itself and passes it on. Returns false if the platform gave no answer. */
  passOn(orderId: string): Promise<boolean>
}

/**
 * Orders that arrived as events and that no look has listed: they are older than its range. `missed`
 * ones have caused a whole look. One that this did not list either is read by itself, once, because
 * its events may lack fields.
 */
export class UnlistedOrders {
  readonly #parts: UnlistedParts
  readonly #orders = new Map<string, 'new' | 'missed' | 'read'>()

  constructor(parts: UnlistedParts) {
    this.#parts = parts
  }

  ids(): string[] {
    return [...this.#orders.keys()]
  }

  received(orderId: string): void {
    if (this.#parts.has(orderId) || this.#orders.has(orderId)) return
    this.#orders.set(orderId, 'new')
    const [oldest] = this.#orders.keys()
    if (this.#orders.size > maxRemembered && oldest !== undefined) this.#orders.delete(oldest)
  }

  /** Whether a look failed to list one of these for the first time. */
  missesAny(receivedBefore: readonly string[]): boolean {
    let misses = false
    for (const id of receivedBefore) {
      if (this.#parts.has(id)) this.#orders.delete(id)
      else if (this.#orders.get(id) === 'new') {
        this.#orders.set(id, 'missed')
        misses = true
      }
    }
    return misses
  }

  /** Reads those of these by themselves that a whole look did not list. */
  async readAlone(receivedBefore: readonly string[], isStopped: () => boolean): Promise<void> {
    const missed = receivedBefore.filter(
      (id) => this.#orders.get(id) === 'missed' && !this.#parts.has(id),
    )
    for (const id of missed.slice(0, maxReadAlone)) {
      if (isStopped() || !(await this.#parts.passOn(id))) return
      this.#orders.set(id, 'read')
    }
  }
}
