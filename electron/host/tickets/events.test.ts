import { expect, test } from 'vitest'
import { addEvent } from '#domain/tickets/order-facts.ts'
import { newMarks, type Marks } from '#domain/tickets/marks.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { platformTicket } from '#test/support/platform-ticket.ts'
import { TicketEvents } from './events.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'

test('an event of an order that is known works out one ticket', () => {
  const at = '2026-11-20T15:00:00.000Z'
  const ids = { eventId: 'evt-1', orderId: 'A1', code: 'A1', date: at }
  const reported = platformTicket(orderEvent('order-created-pickup', ids))
  if (reported === null) throw new Error('not an order')
  const { order, delivery } = reported.event
  const facts = addEvent(null, { stamp: `${at}|1`, order, delivery })
  const row: OrderRow = { id: 'A1', known: facts, marks: newMarks(at) }
  let built = 0
  const store = {
    load: () => row,
    followItems: (marks: Marks) => marks,
    isCancelled: () => false,
    ticket() {
      built += 1
      return reported.ticket
    },
  } as unknown as TicketStore
  const outbox = { move: () => null } as unknown as Outbox
  let stored = 0
  const context = { outbox, clock: new FakeClock(), dateOf: (date: string) => date }
  const events = new TicketEvents(context, store, {
    save: () => void (stored += 1),
    nextMark: () => 1,
  })
  const event = { stamp: '2026-11-20T15:05:00.000Z|2', order, delivery }
  events.receive({ orderId: 'A1', event, receivedAt: at, isNew: false })
  expect({ built, stored }).toEqual({ built: 1, stored: 1 })
})
