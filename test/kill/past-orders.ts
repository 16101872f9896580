import { openDatabase } from '#host/db/open.ts'
import type { Log } from '#host/core/log.ts'
import { Inbox } from '#host/inbox/inbox.ts'
import { OutboxRows } from '#host/outbox/rows.ts'
import type { Bump } from '#contract/tickets/ticket.ts'
import { addEvent } from '#domain/tickets/order-facts.ts'
import { newMarks } from '#domain/tickets/marks.ts'
import { createDialect } from '#platform/dialect.ts'
import { parseEvent } from '#platform/events.ts'
import { archiveFor } from '#test/support/archive.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { ticketStoreOf } from '#test/support/order-store.ts'
import { orderText } from '#test/bench/order-text.ts'

const minute = 60_000
const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Adds orders of past days, with their messages, to the file of a closed store, through the host's own
 * code. The last arrived at `until` (epoch ms), the others a minute before each other.
 */
export async function addPastOrders(dataDir: string, count: number, until: number): Promise<void> {
  const db = openDatabase(databaseIn(dataDir))
  const dialect = createDialect()
  const outbox = new OutboxRows(db, quiet)
  let bump: Bump | null = null
  const archive = archiveFor(db)
  const store = ticketStoreOf(db, () => bump, Date.now, archive)
  const inbox = new Inbox(db, quiet, { onStored: () => undefined, onStatus: () => undefined })
  const body = orderText('past')
  const parsed = parseEvent(JSON.parse(body), dialect)
  if (!parsed.ok || parsed.value.kind !== 'order') throw new Error('an order that cannot be read')
  const { order, delivery, date } = parsed.value
  const firstAt = until - count * minute

  const keepTicket = (nth: number): void => {
    const at = new Date(firstAt + nth * minute).toISOString()
    const code = `past-${nth}`
    const id = `ord-${code}`
    const message = {
      stamp: `${date}|id:evt-${code}`,
      order: order === null ? null : { ...order, _id: id, code, createdAt: at, deliverAt: at },
      delivery,
    }
    bump = { bumpedAt: at, delivery: { state: 'confirmed', since: at } }
    const row = { id, known: addEvent(null, message), marks: { ...newMarks(at), leftAt: at } }
    store.save(row, store.ticket(row))
    outbox.save({
      id: `bump-${id}`,
      kind: 'preparation-ready',
      subject: id,
      lane: null,
      payload: {},
      state: 'confirmed',
      reason: null,
      message: null,
      needsDecision: false,
      since: at,
      undoUntil: at,
      createdAt: at,
      dueAt: at,
      waitMs: 0,
      attempts: 1,
      repeats: 0,
      firstSentAt: at,
    })
  }

  // In batches, so that no single transaction holds everything in memory.
  for (let from = 0; from < count; from += 2_000) {
    const part = Array.from({ length: Math.min(2_000, count - from) }, (_, nth) => from + nth)
    await Promise.all(
      part.map((nth) =>
        inbox.receive({
          key: `id:evt-past-${nth}`,
          type: 'ecommerce.order.created',
          source: 'webhook',
          receivedAt: new Date(firstAt + nth * minute).toISOString(),
          reportedAt: null,
          body: orderText(`past-${nth}`),
        }),
      ),
    )
    db.transact(() => {
      for (const row of inbox.arrived(part.length)) {
        const orderId = row.key.replace('id:evt-', 'ord-')
        inbox.settle(row, { state: 'done', orderId })
      }
      for (const nth of part) keepTicket(nth)
    })
  }
  archive.close()
  db.close()
}
