import type { Ticket } from '#contract/tickets/ticket.ts'
import { isOpen } from '#domain/orders/ticket.ts'
import { inParts } from '../notify/parts.ts'

/** What screens have not been told of tickets. */
interface TicketsChange {
  revision: number
  tickets: Ticket[]
  gone: string[]
}

/**
 * The open tickets in memory, and which of them the screens have not been told of. Touched within transactions; `take` is
 * called in a later turn, so that screens hear one message a batch.
 */
export interface OrdersChanges {
  tickets(): ReadonlyMap<string, Ticket>
  touch(ticket: Ticket): void
  /** What changed since the last call, in messages with a new revision each; none where nothing did. */
  take(): TicketsChange[]
  /** A transaction failed: reads again what is open. What was touched before it is still told. */
  reload(): void
  readonly revision: number
}

/** What is open is read when it is first needed: once every noun is there, a ticket knows how its bump stands. */
export function createOrdersChanges(readOpen: () => readonly Ticket[]): OrdersChanges {
  let onGlass: Map<string, Ticket> | null = null
  /** Ids that the screens have on the glass. */
  const shown = new Set<string>()
  const read = () => new Map(readOpen().map((ticket) => [ticket.id, ticket]))
  function glass(): Map<string, Ticket> {
    if (onGlass !== null) return onGlass
    onGlass = read()
    for (const id of onGlass.keys()) shown.add(id)
    return onGlass
  }
  const touched = new Set<string>()
  let revision = 0
  return {
    tickets: glass,
    touch(ticket) {
      touched.add(ticket.id)
      if (isOpen(ticket)) glass().set(ticket.id, ticket)
      else glass().delete(ticket.id)
    },
    take() {
      const tickets: Ticket[] = []
      const gone: string[] = []
      for (const id of touched) {
        const ticket = glass().get(id)
        if (ticket !== undefined) {
          shown.add(id)
          tickets.push(ticket)
        } else if (shown.delete(id)) gone.push(id)
      }
      touched.clear()
      return inParts(tickets, gone).map((part) => {
        revision += 1
        return { revision, tickets: part.things, gone: part.gone }
      })
    },
    reload() {
      if (onGlass !== null) onGlass = read()
    },
    get revision() {
      return revision
    },
  }
}
