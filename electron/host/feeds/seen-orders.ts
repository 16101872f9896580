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
export function createSortCheck(first: number) {
  let count = 0
  let oldestOfFirst = Infinity
  let newestOfOthers = -Infinity
  return {
    take(createdAt: readonly (number | null)[]): void {
      for (const at of createdAt) {
        count += 1
        if (at === null) continue
        if (count <= first) oldestOfFirst = Math.min(oldestOfFirst, at)
        else newestOfOthers = Math.max(newestOfOthers, at)
      }
    },
    get isNewestFirst() {
      return newestOfOthers <= oldestOfFirst
    },
  }
}

/**
 * Remembers the listed orders, and finds the start of the next look so that it includes every order
 * that can still change.
 */
export function createSeenOrders(
  dialect: Pick<Dialect, 'statusesFinal' | 'ordersListedWithinMinutes'>,
) {
  const seen = new Map<string, Seen>()
  const lastStatuses = new Set(dialect.statusesFinal.split(' '))
  /** The longest time between an order's creation and its first listing. */
  const listedWithinMs = Number(dialect.ordersListedWithinMinutes) * minuteMs

  function isWatched({ changedAt, isFinal, ...order }: Seen, now: number, monotonic: number) {
    const watchedMs = isFinal ? watchedClosedMs : watchedIdleMs
    if (changedAt !== null && monotonic - changedAt < watchedMs) return true
    if (isFinal) return false
    const { createdAt, promisedAt } = order
    return createdAt === null || Math.max(createdAt, promisedAt ?? 0) + watchedIdleMs > now
  }

  return {
    has: (id: string): boolean => seen.has(id),
    /** The orders that are new or have changed since the last look. */
    changedAmong: (orders: readonly RawOrder[]): ListedOrder[] =>
      orders.flatMap((order) => {
        const id = idOf(order)
        const body = JSON.stringify(order)
        const digest = hash('sha256', body, 'hex')
        return seen.get(id)?.digest === digest ? [] : [{ id, body, digest, order }]
      }),
    /** When an order was made. A repeated page has only its id. */
    createdAt: (order: RawOrder): number | null =>
      instantOf(order['createdAt']) ?? seen.get(idOf(order))?.createdAt ?? null,
    /** The start of the last look that listed the order; null for a new one. */
    lookedAt: (id: string): number | null => seen.get(id)?.lookedAt ?? null,
    /**
     * Records the orders of a look that started at `askedAt`. The changed ones must be stored
     * already.
     */
    note(orders: readonly RawOrder[], changed: readonly ListedOrder[], askedAt: number): void {
      for (const { id, digest, order } of changed) {
        const isScheduled = [true, 'true', 1, '1'].includes(order['isScheduled'] as string)
        seen.set(id, {
          digest,
          createdAt: instantOf(order['createdAt']),
          promisedAt: isScheduled ? instantOf(order['deliverAt']) : null,
          isFinal: lastStatuses.has(String(order['orderStatus'])),
          changedAt: seen.has(id) ? askedAt : null,
          lookedAt: askedAt,
        })
      }
      for (const order of orders) {
        const known = seen.get(idOf(order))
        if (known !== undefined) known.lookedAt = askedAt
      }
    },
    forgetBefore(askedAt: number): void {
      for (const [id, { lookedAt }] of seen) if (lookedAt < askedAt) seen.delete(id)
    },
    /** The start of a short look, never before that of a whole one; epoch milliseconds. */
    windowFrom(now: number, monotonic: number, wholeFrom: number): number {
      let from = now - listedWithinMs
      for (const order of seen.values())
        if (isWatched(order, now, monotonic)) from = Math.min(from, order.createdAt ?? wholeFrom)
      return Math.max(onGrid(from), wholeFrom)
    },
  }
}
