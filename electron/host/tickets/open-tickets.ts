import type { HostEvent } from '#contract/index.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { isOpen } from '#domain/tickets/ticket.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import { inParts } from '../notify/notify.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'

/** Whether a ticket has left the queue: it is bumped and past its undo, or gone for good. */
const hasLeft = (ticket: Ticket): boolean =>
  ticket.stage !== 'new' &&
  ticket.cancellation === null &&
  ticket.bump?.delivery.undoUntil === undefined

export type Tickets = ReturnType<typeof createOpenTickets>

/**
 * The open tickets in memory, and which of them the screens have not been told of. Written within transactions. `changes` is
 * called in a later turn, so that screens hear one message a batch.
 */
export function createOpenTickets({ clock }: Pick<Context, 'clock'>, store: TicketStore) {
  /** Read when first needed: a ticket knows its delivery only once every noun is built. */
  let onWall: Map<string, Ticket> | null = null
  /** Ids that the screens show. */
  const shown = new Set<string>()
  const touched = new Set<string>()
  let revision = 0

  const read = () => new Map(store.open().map((ticket) => [ticket.id, ticket]))

  function open(): Map<string, Ticket> {
    if (onWall !== null) return onWall
    onWall = read()
    for (const id of onWall.keys()) shown.add(id)
    return onWall
  }

  /** Has the screens told of a ticket. */
  function touch(ticket: Ticket): void {
    touched.add(ticket.id)
    if (isOpen(ticket)) open().set(ticket.id, ticket)
    else open().delete(ticket.id)
  }

  return {
    open: (): ReadonlyMap<string, Ticket> => open(),
    touch,
    /** Has the screens told of every open ticket, as the store makes it now. */
    touchAll(): void {
      for (const ticket of store.open()) touch(ticket)
    },
    /** Keeps a row. `ticket` is the ticket made of it, where that was worked out already. */
    keep(row: OrderRow, ticket = store.ticket(row)): void {
      const leftAt = hasLeft(ticket) ? (row.marks.leftAt ?? isoNow(clock)) : null
      store.save({ ...row, marks: { ...row.marks, leftAt } }, ticket)
      touch(ticket)
    },
    /** What changed since the last call, in messages with a revision each. */
    changes(): HostEvent[] {
      const tickets: Ticket[] = []
      const gone: string[] = []
      for (const id of touched) {
        const ticket = open().get(id)
        if (ticket !== undefined) {
          shown.add(id)
          tickets.push(ticket)
        } else if (shown.delete(id)) gone.push(id)
      }
      touched.clear()
      return inParts(tickets, gone).map((part): HostEvent => {
        revision += 1
        const change = { revision, tickets: part.things, gone: part.gone }
        return { type: 'tickets.changed', now: isoNow(clock), ...change }
      })
    },
    /** A transaction failed: reads again what is open. What was touched before it is still told. */
    reload(): void {
      if (onWall !== null) onWall = read()
    },
    get revision() {
      return revision
    },
  }
}
