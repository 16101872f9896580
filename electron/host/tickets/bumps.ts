import { z } from 'zod'
import type { Bump, Ticket } from '#contract/tickets/ticket.ts'
import type { BumpedTicket } from '#domain/kitchen-figures/figures.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { amountsOf, productOf } from '#domain/tickets/items.ts'
import { currentField } from '#domain/tickets/order-facts.ts'
import type { BumpTimes } from '#domain/tickets/pace.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import type { OrderRow } from './row.ts'
import type { StoredOrders } from './stored-orders.ts'

/** An entry of this kind is a bump; its subject is the order. */
export const readyKind = 'preparation-ready'

/**
 * Whether a person took the bump back. A bump of an order that was cancelled or handed over is not
 * sent either, but it stays a bump.
 */
export const isUndone = ({ state, reason }: OutboxEntry): boolean =>
  state === 'withdrawn' && reason !== 'not-needed'

/** The bump of an order, unless it was taken back. */
export function bumpOf(outbox: Outbox, orderId: string): Bump | null {
  const entry = outbox.newest(readyKind, orderId)
  if (entry === null || isUndone(entry)) return null
  return { bumpedAt: entry.createdAt, delivery: outbox.deliveryOf(entry) }
}

const bumpSchema = z.object({
  id: z.string(),
  bumped_at: z.string(),
  queue_at: z.string(),
  promised_at: z.string(),
})
type BumpRow = z.infer<typeof bumpSchema>

export const bumpRows: RowFormat<BumpRow> = {
  table: 'bumps',
  key: 'id',
  schema: bumpSchema,
  columns: bumpSchema.keyof().options,
  json: [],
  old: { since: 'bumped_at' },
}

/** A position in the list of bumps, for the next page of it. */
interface BumpPlace {
  bumpedAt: string
  id: string
}

/** Bumped orders of a part of the list. */
interface BumpedPage {
  orders: BumpedTicket[]
  /** How many could not be read. */
  unread: number
  /** Where the next part starts; null after the last. */
  next: BumpPlace | null
}

const timesOf = (row: BumpRow): BumpTimes => ({
  bumpedAt: row.bumped_at,
  queueAt: row.queue_at,
  promisedAt: row.promised_at,
})

/**
 * When tickets were bumped. Screens often ask for the day's pace, so it must not parse tickets.
 * Instants are ISO.
 */
export class Bumps {
  readonly #rows: Rows<BumpRow>

  constructor({ rows }: Pick<Context, 'rows'>) {
    this.#rows = rows(bumpRows)
  }

  /** Stores the times of a bump as they were at the bump. Deletes a bump that was taken back. */
  follow({ id, bump, queueAt, promisedAt }: Ticket): void {
    if (bump === null) this.#rows.remove(id)
    else if (this.#rows.get(id)?.bumped_at !== bump.bumpedAt)
      this.#rows.put({ id, bumped_at: bump.bumpedAt, queue_at: queueAt, promised_at: promisedAt })
  }

  since(from: string): BumpTimes[] {
    return this.#rows.all('bumped_at >= ?', from).map(timesOf)
  }

  /** The next `limit` bumps from one instant until before another. */
  between(
    from: string,
    to: string,
    after: BumpPlace | null,
    limit: number,
  ): { id: string; times: BumpTimes }[] {
    const rows = this.#rows.all(
      `bumped_at >= ? AND bumped_at < ? AND (bumped_at, id) > (?, ?)
       ORDER BY bumped_at, id LIMIT ?`,
      after?.bumpedAt ?? from,
      to,
      after?.bumpedAt ?? '',
      after?.id ?? '',
      limit,
    )
    return rows.map((row) => ({ id: row.id, times: timesOf(row) }))
  }
}

function itemsOf({ known: facts }: OrderRow, menu: MenuNames): BumpedTicket['items'] {
  const items = currentField(facts, 'items') ?? []
  const amounts = amountsOf(items)
  return items.map((item, place) => {
    const { id, reported, onMenu } = productOf(item, menu)
    return { id, name: reported ?? onMenu ?? '', amount: amounts[place]?.amount ?? 1 }
  })
}

/** Bumped orders for the figures, without building their tickets. */
export class BumpedOrders {
  readonly #bumps: Bumps
  readonly #stored: StoredOrders
  readonly #menu: MenuNames

  constructor(bumps: Bumps, stored: StoredOrders, menu: MenuNames) {
    this.#bumps = bumps
    this.#stored = stored
    this.#menu = menu
  }

  between(from: string, to: string, after: BumpPlace | null, limit: number): BumpedPage {
    const bumps = this.#bumps.between(from, to, after, limit)
    const orders = bumps.flatMap(({ id, times }): BumpedTicket[] => {
      const row = this.#stored.get(id)
      if (row === null) return []
      const { recalls, driversLost } = row.marks
      return [{ ...times, recalls, driversLost, items: itemsOf(row, this.#menu) }]
    })
    const last = bumps.length < limit ? undefined : bumps.at(-1)
    return {
      orders,
      unread: bumps.length - orders.length,
      next: last === undefined ? null : { bumpedAt: last.times.bumpedAt, id: last.id },
    }
  }
}
