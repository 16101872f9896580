import { hash } from 'node:crypto'
import type { Dialect } from '#platform/dialect.ts'
import type { RawOrderList } from '#platform/orders.ts'

const minuteMs = 60_000
/** An order that has just closed may be opened again, or be corrected: it is watched for this long. */
const watchedClosedMs = 10 * minuteMs
/** An open order to which nothing has happened for so long, its promise included, is left to the whole looks. */
const watchedIdleMs = 120 * minuteMs
/** A window begins on this grid, so that the same question is asked again and its answer can be recognised. */
const gridMs = 5 * minuteMs

type RawOrder = RawOrderList['items'][number]

/** One order of the list as it was last seen. Instants are epoch milliseconds by the platform's clock. */
interface Seen {
  digest: string
  /** Null where it could not be read. */
  createdAt: number | null
  /** When the guest is to have it, where that was ordered for later; else null. */
  promisedAt: number | null
  isFinal: boolean
  /** By the forward-only clock: when a look found it changed; null before that. */
  changedAt: number | null
  /** By the forward-only clock: when the last look that listed it began. */
  lookedAt: number
}

interface ListedOrder {
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

/** What the order list has shown, and from when on the next look must ask so that no order that can still change is missed. */
export function createSeenOrders(
  dialect: Pick<Dialect, 'statusesFinal' | 'ordersListedWithinMinutes'>,
) {
  const seen = new Map<string, Seen>()
  const lastStatuses = new Set(dialect.statusesFinal.split(' '))
  /** How long after it was made an order may first be listed. */
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
    /** Those that are new or changed since they were seen last, each with its text. */
    changedAmong: (orders: readonly RawOrder[]): ListedOrder[] =>
      orders.flatMap((order) => {
        const id = idOf(order)
        const body = JSON.stringify(order)
        const digest = hash('sha256', body, 'hex')
        return seen.get(id)?.digest === digest ? [] : [{ id, body, digest, order }]
      }),
    /** When the last look that listed it began. Null for one that is new. */
    lookedAt: (id: string): number | null => seen.get(id)?.lookedAt ?? null,
    /** A look that began at `askedAt` listed these, and what changed of them is kept. */
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
    /** A whole look has ended: orders that it did not list are no longer of interest. */
    forgetBefore(askedAt: number): void {
      for (const [id, { lookedAt }] of seen) if (lookedAt < askedAt) seen.delete(id)
    },
    /** Where the short window begins, never before the whole one; epoch milliseconds. */
    windowFrom(now: number, monotonic: number, wholeFrom: number): number {
      let from = now - listedWithinMs
      for (const order of seen.values())
        if (isWatched(order, now, monotonic)) from = Math.min(from, order.createdAt ?? wholeFrom)
      return Math.max(onGrid(from), wholeFrom)
    },
  }
}
