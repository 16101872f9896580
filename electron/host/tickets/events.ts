import type { Ticket } from '#contract/tickets/ticket.ts'
import { plainCode } from '#domain/tickets/codes.ts'
import { addEvent, redateFacts } from '#domain/tickets/order-facts.ts'
import { newMarks, type Marks } from '#domain/tickets/marks.ts'
import { isGone } from '#domain/tickets/ticket.ts'
import { isoNow } from '../clock/clock.ts'
import type { Context, NounEvents } from '../noun.ts'
import { isNotSending, isQueued, notNeeded, withdrawn } from '../outbox/outbox.ts'
import { readyKind } from './bumps.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'
import type { OpenTickets } from './open-tickets.ts'

/** How many changes make what is ready the wrong food. */
const remakes = (ticket: Ticket | null): number =>
  (ticket?.changes ?? []).filter(
    (change) => 'name' in change || (change.kind === 'note' && change.note.allergyWords.length > 0),
  ).length

const isToBeMarkedReady = (ticket: Ticket | null): boolean =>
  ticket?.stage === 'new' && ticket.isReadyElsewhere !== true

/** What a cook must learn of an order that came back, or that was closed before it was marked ready. */
function marksOfTurn(marks: Marks, was: Ticket, now: Ticket, at: string): Partial<Marks> | null {
  if (was.stage === 'cancelled' && now.stage !== 'cancelled')
    return { onAgainAt: at, cancellationAcknowledged: false }
  if (now.stage === 'handed-over' && isToBeMarkedReady(was)) return { closedAt: at }
  return now.stage === 'new' && marks.closedAt !== null ? { closedAt: null } : null
}

/** Adds what the platform says of orders, within the inbox's transaction. */
export class TicketEvents {
  readonly #context: Pick<Context, 'outbox' | 'clock' | 'dateOf'>
  readonly #store: TicketStore
  readonly #tickets: Pick<OpenTickets, 'save' | 'nextMark'>

  constructor(
    context: Pick<Context, 'outbox' | 'clock' | 'dateOf'>,
    store: TicketStore,
    tickets: Pick<OpenTickets, 'save' | 'nextMark'>,
  ) {
    this.#context = context
    this.#store = store
    this.#tickets = tickets
  }

  receive(received: NounEvents['order.received']): void {
    const before = received.isNew ? null : this.#store.load(received.orderId)
    const now = before === null ? this.#newRow(received) : this.#nextRow(before, received)
    const first = this.#store.ticket(now)
    const turn = before === null ? null : this.#turn(before, now, first)
    const turned = turn === null ? now : { ...now, marks: { ...now.marks, ...turn } }
    const ticket = turn === null ? first : this.#store.ticket(turned)
    const isDriverLost =
      ticket.driver?.stage === 'lost' && this.#ticketOf(before)?.driver?.stage !== 'lost'
    const driversLost = turned.marks.driversLost + (isDriverLost ? 1 : 0)
    this.#save({ ...turned, marks: { ...turned.marks, driversLost } }, ticket, before)
  }

  #newRow({ orderId, event, receivedAt }: NounEvents['order.received']): OrderRow {
    const codeMark = this.#tickets.nextMark(plainCode(orderId, event.order ?? {}))
    const marks = { ...newMarks(receivedAt), codeMark }
    return { id: orderId, known: addEvent(null, event), marks }
  }

  #nextRow(
    { id, known: before, marks }: OrderRow,
    { event }: NounEvents['order.received'],
  ): OrderRow {
    const redated = redateFacts(before, (date) => this.#context.dateOf(date, marks.receivedAt))
    const facts = addEvent(redated, event)
    return { id, known: facts, marks: this.#store.followItems(marks, before, facts) }
  }

  /** What a cook must learn of a change; null if nothing. `ticket` is the one of `now`. */
  #turn(before: OrderRow, now: OrderRow, ticket: Ticket): Partial<Marks> | null {
    const mayTurn =
      isGone(ticket) || now.marks.closedAt !== null || this.#store.isCancelled(before.known)
    if (!mayTurn) return null
    return marksOfTurn(now.marks, this.#store.ticket(before), ticket, isoNow(this.#context.clock))
  }

  #save(row: OrderRow, ticket: Ticket, before: OrderRow | null): void {
    const { outbox, clock } = this.#context
    if (isGone(ticket)) {
      const dropped = outbox.move(readyKind, row.id, isNotSending, notNeeded)
      this.#tickets.save(row, dropped === null ? ticket : undefined)
    } else if (ticket.stage === 'ready' && remakes(ticket) > remakes(this.#ticketOf(before))) {
      // The bumped food is not the food that is needed now, so the ticket returns to the wall.
      outbox.move(readyKind, row.id, isQueued, withdrawn)
      this.#tickets.save({ ...row, marks: { ...row.marks, recalledAt: isoNow(clock) } })
    } else this.#tickets.save(row, ticket)
  }

  /** Building a ticket is most of the work of an event, so the previous one is only built if needed. */
  #ticketOf(row: OrderRow | null): Ticket | null {
    return row === null ? null : this.#store.ticket(row)
  }
}
