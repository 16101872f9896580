import { expect, onTestFinished, test } from 'vitest'
import { addMessage } from '#domain/tickets/order-facts.ts'
import { newMarks } from '#domain/tickets/marks.ts'
import type { Bump } from '#contract/tickets/ticket.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { ticketStoreOf } from '#test/support/order-store.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from '../db/open.ts'

test('packed tickets fill their pages', () => {
  const db = openDatabase(newDatabase())
  onTestFinished(() => db.close())
  const now = (): number => Date.parse('2026-11-22T00:00:00.000Z')
  const date = '2026-11-21T12:00:00.000Z'
  const bump = (): Bump => ({ bumpedAt: date, delivery: { state: 'confirmed', since: date } })
  const store = ticketStoreOf(db, bump, now)
  const count = 200
  db.transact(() => {
    for (let nth = 0; nth < count; nth += 1) {
      const id = `order ${String(nth)}`
      const ids = { eventId: id, orderId: id, code: id, date }
      const { order } = orderEvent('order-created-delivery', ids).data
      const known = addMessage(null, { stamp: `${date}|${id}`, order, delivery: null })
      const marks = { ...newMarks(date), leftAt: date }
      const row = { id, known, marks }
      store.save(row, store.ticket(row))
    }
  })
  db.transact(() => {
    for (const row of store.leftBetween({ leftAt: '', id: '' }, '2027', count)) store.pack(row)
  })
  const sql = `SELECT count(*) AS n FROM dbstat WHERE name = 'tickets' AND pagetype <> 'internal'`
  expect(Number(db.get(sql)?.['n'])).toBeLessThan(0.6 * count)
})
