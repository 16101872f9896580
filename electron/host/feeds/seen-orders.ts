import { hash } from 'node:crypto'
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

/** An order of the list with its text. */
export interface ListedOrder {
  id: string
  body: string
  digest: string
  order: RawOrder
}

/** What the order list has shown, and from when on the next look must ask so that no order that can still change is missed. */
export interface SeenOrders {
  has(id: string): boolean
  /** Those that are new or changed since they were seen last. */
  changedAmong(orders: RawOrderList['items']): ListedOrder[]
  /** When the last look that listed it began; null for one that is new. */
  lookedAt(id: string): number | null
  /** A look that began at `askedAt` listed these, and what changed of them is kept. */
  note(orders: RawOrderList['items'], changed: readonly ListedOrder[], askedAt: number): void
  /** A whole look has ended: orders that it did not list are no longer of interest. */
  forgetBefore(askedAt: number): void
  /** Where the short window begins, and the whole one; epoch milliseconds. */
  windowFrom(now: number, monotonic: number, wholeFrom: number): number
}

interface Rules {
  /** Last statuses of an order, with blanks between them. */
  finalStatuses: string
  /** How long after it was made an order may first be listed. */
  listedWithinMs: number
}

const idOf = (order: RawOrder): string => String(order._id)

function instantOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

export const onGrid = (at: number): number => Math.floor(at / gridMs) * gridMs

export function createSeenOrders({ finalStatuses, listedWithinMs }: Rules): SeenOrders {
  const seen = new Map<string, Seen>()
  const lastStatuses = new Set(finalStatuses.split(' '))

  function isWatched({ changedAt, isFinal, ...order }: Seen, now: number, monotonic: number) {
    const watchedMs = isFinal ? watchedClosedMs : watchedIdleMs
    if (changedAt !== null && monotonic - changedAt < watchedMs) return true
    if (isFinal) return false
    const { createdAt, promisedAt } = order
    return createdAt === null || Math.max(createdAt, promisedAt ?? 0) + watchedIdleMs > now
  }

  return {
    has: (id) => seen.has(id),
    changedAmong: (orders) =>
      orders.flatMap((order) => {
        const id = idOf(order)
        const body = JSON.stringify(order)
        const digest = hash('sha256', body, 'hex')
        return seen.get(id)?.digest === digest ? [] : [{ id, body, digest, order }]
      }),
    lookedAt: (id) => seen.get(id)?.lookedAt ?? null,
    note(orders, changed, askedAt) {
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
    forgetBefore(askedAt) {
      for (const [id, { lookedAt }] of seen) if (lookedAt < askedAt) seen.delete(id)
    },
    windowFrom(now, monotonic, wholeFrom) {
      let from = now - listedWithinMs
      for (const order of seen.values())
        if (isWatched(order, now, monotonic)) from = Math.min(from, order.createdAt ?? wholeFrom)
      return Math.max(onGrid(from), wholeFrom)
    },
  }
}
