import type { Ticket } from '#contract/tickets/ticket.ts'
import { plainCode } from '#domain/tickets/codes.ts'
import { addMessage, redateFacts } from '#domain/tickets/order-facts.ts'
import { newMarks, type Marks } from '#domain/tickets/marks.ts'
import { isGone } from '#domain/tickets/ticket.ts'
import { isoNow } from '../clock.ts'
import type { Context, ReceivedOrder } from '../noun.ts'
import { isNotSending, isQueued, notNeeded, withdrawn } from '../outbox/outbox.ts'
import { readyKind } from './outbox.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'
import type { Tickets } from './open-tickets.ts'

/** How many changes make what is ready the wrong food. */
const remakes = (ticket: Ticket | null): number =>
  (ticket?.changes ?? []).filter(
    (change) => 'name' in change || (change.kind === 'note' && change.note.allergyWords.length > 0),
  ).length

const isToBeBumped = (ticket: Ticket | null): boolean =>
  ticket?.stage === 'new' && ticket.isReadyElsewhere !== true

/** What a cook must learn of an order that came back, or that was closed before it was bumped. */
function marksOfTurn(marks: Marks, was: Ticket, now: Ticket, at: string): Partial<Marks> | null {
  if (was.stage === 'cancelled' && now.stage !== 'cancelled')
    return { onAgainAt: at, cancellationAcknowledged: false }
  if (now.stage === 'handed-over' && isToBeBumped(was)) return { closedAt: at }
  return now.stage === 'new' && marks.closedAt !== null ? { closedAt: null } : null
}

/** Adds what the platform says of an order, within the inbox's transaction. */
export const createTicketEvents =
  (
    { outbox, clock, dateOf }: Pick<Context, 'outbox' | 'clock' | 'dateOf'>,
    store: TicketStore,
    { keep, nextMark }: Pick<Tickets, 'keep' | 'nextMark'>,
  ) =>
  ({ orderId, message, receivedAt, isNew }: ReceivedOrder): void => {
    const before = isNew ? null : store.load(orderId)
    const stored = before?.marks ?? {
      ...newMarks(receivedAt),
      codeMark: nextMark(plainCode(orderId, message.order ?? {})),
    }
    const redatedFacts =
      before === null ? null : redateFacts(before.known, (date) => dateOf(date, stored.receivedAt))
    const known = addMessage(redatedFacts, message)
    const followed = before === null ? stored : store.followItems(stored, before.known, known)
    const first = store.ticket({ id: orderId, known, marks: followed })
    // Building a ticket is most of the work of an event, so the previous one is only built when
    // needed.
    const was = (): Ticket | null => (before === null ? null : store.ticket(before))
    const mayTurn =
      before !== null &&
      (isGone(first) || followed.closedAt !== null || store.isCancelled(before.known))
    const turn = mayTurn ? marksOfTurn(followed, store.ticket(before), first, isoNow(clock)) : null
    const seen: Marks = { ...followed, ...turn }
    const ticket = turn === null ? first : store.ticket({ id: orderId, known, marks: seen })
    const isDriverLost = ticket.driver?.stage === 'lost' && was()?.driver?.stage !== 'lost'
    const marks = { ...seen, driversLost: seen.driversLost + (isDriverLost ? 1 : 0) }
    const row: OrderRow = { id: orderId, known, marks }
    if (isGone(ticket)) {
      const dropped = outbox.move(readyKind, orderId, isNotSending, notNeeded)
      keep(row, dropped === null ? ticket : undefined)
    } else if (ticket.stage === 'ready' && remakes(ticket) > remakes(was())) {
      // The bumped food is not the food that is needed now, so the ticket returns to the wall.
      outbox.move(readyKind, orderId, isQueued, withdrawn)
      keep({ ...row, marks: { ...marks, recalledAt: isoNow(clock) } })
    } else keep(row, ticket)
  }
