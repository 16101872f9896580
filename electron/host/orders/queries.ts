import { fail, ok } from '#contract/result.ts'
import { countAllDay } from '#domain/orders/all-day.ts'
import { readDetail } from '#domain/orders/detail.ts'
import { paceOf, startOfDay } from '#domain/orders/pace.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OrdersChanges } from './changes.ts'
import type { OrderCommands } from './commands.ts'
import { readyKind } from './outbox.ts'
import type { OrderStore } from './store.ts'

interface QueriesDeps {
  store: OrderStore
  outbox: Outbox
  changes: OrdersChanges
  clock: Clock
  /** The restaurant's zone. */
  timeZone: () => string
}

/** So many tickets are answered where past ones are asked for. */
const most = 50

/** What screens ask of tickets. */
export const createOrderQueries = ({
  store,
  outbox,
  changes,
  clock,
  timeZone,
}: QueriesDeps): Omit<HandlersOf<'tickets'>, keyof OrderCommands> => ({
  'tickets.snapshot': () =>
    ok({
      revision: changes.revision,
      now: isoNow(clock),
      tickets: [...changes.tickets().values()],
    }),
  'tickets.recent': () => ok(store.recent(most)),
  'tickets.find': ({ words }) => ok(store.find(words, changes.tickets(), most)),
  'tickets.detail'({ ticketId }) {
    const row = store.load(ticketId)
    if (row === null) return fail('not-found')
    const ticket = store.ticket(row)
    const sent = outbox.history(readyKind, ticketId).map((entry) => ({
      id: entry.id,
      delivery: outbox.deliveryOf(entry),
      createdAt: entry.createdAt,
      sentAt: entry.firstSentAt,
      attempts: entry.attempts,
    }))
    return ok(readDetail(row.known, row.marks, ticket, sent))
  },
  'tickets.pace': () => ok(paceOf(store.bumpsSince(startOfDay(clock.now(), timeZone())))),
  'tickets.allDay': ({ types }) =>
    ok(countAllDay(changes.tickets().values(), types, isoNow(clock))),
})
