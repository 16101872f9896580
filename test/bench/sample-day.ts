import { join } from 'node:path'
import type { Bump } from '#contract/tickets/ticket.ts'
import { addEvent, type OrderFacts } from '#domain/tickets/order-facts.ts'
import { newMarks } from '#domain/tickets/marks.ts'
import { ArchiveFile, type PackedOrder } from '#host/archive/archive-file.ts'
import { LostArchive } from '#host/archive/lost-archive.ts'
import { openDatabase, type Database } from '#host/db/open.ts'
import { Inbox, type NewInboxMessage } from '#host/inbox/inbox.ts'
import { OutboxRows } from '#host/outbox/rows.ts'
import { createDialect } from '#platform/dialect.ts'
import { parseEvent } from '#platform/events.ts'
import { statusEvent, type OrderEventBody } from '#test/support/order-event.ts'
import { ticketStoreOf } from '#test/support/order-store.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { orderText } from './order-text.ts'

export const ordersADay = 500
const statuses = ['pending', 's1', 's2', 's3', 's4', 's5', 'done']
const minute = 60_000
const openMs = 11 * 60 * minute

const guests = 'Nicolás Amparo Bruno Carla Fernanda Wilmer Ximena Tomás Rosa'.split(' ')
const dishes = 'Hamburguesa Empanada Lomito Pastel Ensalada Pollo Torta Costillar'.split(' ')
const kinds = 'clásica chilena asada rústica italiana marina casera'.split(' ')
const among = (names: readonly string[], nth: number): string => names[nth % names.length] ?? ''

/** What finds the nth order of the day. No two orders of it share a code. */
export const guestOf = (nth: number): string => among(guests, nth)
export const dishOf = (nth: number): string => `${among(dishes, nth)} ${among(kinds, nth * 3)}`
export const codeOf = (nth: number): string => String(900_000 + nth)
const idOf = (nth: number): string => `past-${String(nth)}`

const log = createRecordingLog()
const dialect = createDialect()
const iso = (at: number): string => new Date(at).toISOString()
const began = Date.now() - openMs - 30 * minute
const createdAt = (nth: number): number => began + (nth * openMs) / ordersADay

/** The seven events of an order. */
function eventsOf(nth: number): OrderEventBody[] {
  const event = JSON.parse(orderText(idOf(nth))) as OrderEventBody
  const { order } = event.data
  Object.assign(order, {
    _id: idOf(nth),
    code: codeOf(nth),
    fullCode: `C#${codeOf(nth)}`,
    buyerName: `${guestOf(nth)} ${String.fromCharCode(65 + (nth % 26))}.`,
    createdAt: iso(createdAt(nth)),
    items: order.items?.map((item, place) => ({
      ...item,
      product: { ...item.product, name: dishOf(nth + place) },
    })),
  })
  return statuses.map((orderStatus, step) => ({
    ...(step === 0 ? event : statusEvent(event)),
    eventId: `${idOf(nth)}-${String(step)}`,
    date: iso(createdAt(nth) + 3 * step * minute),
    data: { order: { ...order, orderStatus } },
  }))
}

const keyOf = ({ eventId }: OrderEventBody): string => `id:${eventId}`

const messagesOf = (nth: number): NewInboxMessage[] =>
  eventsOf(nth).map((event) => ({
    ...{ key: keyOf(event), type: event.type, source: 'webhook', receivedAt: event.date },
    ...{ reportedAt: null, body: JSON.stringify(event) },
  }))

/** What is known of an order after all of them. */
function factsOf(nth: number): OrderFacts {
  let facts: OrderFacts | null = null
  for (const event of eventsOf(nth)) {
    const parsed = parseEvent(event, dialect)
    if (!parsed.ok || parsed.value.kind !== 'order') throw new Error('an order that cannot be read')
    const { order, delivery, date } = parsed.value
    facts = addEvent(facts, { stamp: `${date}|${keyOf(event)}`, order, delivery })
  }
  if (facts === null) throw new Error('an order without events')
  return facts
}

/** A day's orders: a store's file, and the same as the archive has them. */
export interface SampleDay {
  file: string
  packed: PackedOrder[]
}

/** Moves them all into a new archive, and reads what it has of each. */
function pack(db: Database, archive: string): PackedOrder[] {
  const { stored } = ticketStoreOf(db, () => null)
  const inbox = new Inbox(db, log, { onStored: () => undefined, onStatus: () => undefined })
  const file = new ArchiveFile(archive)
  const over = stored.over(new Date().toISOString(), ordersADay)
  file.add(over.map((order) => ({ ...order, messages: inbox.messagesOf(order.id) })))
  file.close()
  const reader = new LostArchive(archive)
  const packed = reader.next(0, ordersADay)
  reader.close()
  return packed
}

/** Stores the tickets of the day and their bumps. */
function keepTickets(db: Database, orders: readonly { id: string; known: OrderFacts }[]): void {
  const outbox = new OutboxRows(db, log)
  let bump: Bump | null = null
  const store = ticketStoreOf(db, () => bump)
  for (const [nth, { id, known: facts }] of orders.entries()) {
    const at = iso(createdAt(nth) + 20 * minute)
    bump = { bumpedAt: at, delivery: { state: 'confirmed', since: at } }
    const marks = { ...newMarks(iso(createdAt(nth))), leftAt: at }
    store.save({ id, known: facts, marks }, store.ticket({ id, known: facts, marks }))
    outbox.save({
      ...{ id: `bump-${id}`, kind: 'preparation-ready', subject: id, lane: null, payload: {} },
      ...{ state: 'confirmed', reason: null, message: null, needsDecision: false },
      ...{ since: at, undoUntil: at, createdAt: at, dueAt: at, firstSentAt: at },
      ...{ waitMs: 0, attempts: 1, repeats: 0 },
    })
  }
}

/** A day through the host's own code. All orders left the wall in the last 12 hours. */
export async function fillSampleDay(folder: string): Promise<SampleDay> {
  const file = join(folder, 'day.sqlite')
  const db = openDatabase(file)
  const inbox = new Inbox(db, log, { onStored: () => undefined, onStatus: () => undefined })
  const orders = Array.from({ length: ordersADay }, (_, nth) => ({
    id: idOf(nth),
    known: factsOf(nth),
  }))
  await Promise.all(orders.flatMap((_, nth) => messagesOf(nth).map((each) => inbox.receive(each))))
  db.transact(() => {
    for (const row of inbox.arrived(ordersADay * statuses.length))
      inbox.settle(row, { state: 'done', orderId: row.key.replace(/^id:(.*)-\d$/, '$1') })
    keepTickets(db, orders)
  })
  const packed = pack(db, join(folder, 'day.sqlite-packed'))
  db.close()
  return { file, packed }
}
