import type { Ticket } from '#contract/ticket.ts'

/** A place on the glass: the ticket in it, or the gap that it left, and how many rows of the grid it takes. */
export interface Slot {
  id: string
  ticket: Ticket | null
  rows: 1 | 2
}

/**
 * The next slots from those that were. `tickets` come in their right order. While a hand is on the glass
 * (`held`) nothing moves: what is new goes to the end, what is gone leaves a gap, and no card changes size.
 */
export function arrange(
  previous: readonly Slot[],
  tickets: readonly Ticket[],
  held: boolean,
  rowsOf: (ticket: Ticket) => Slot['rows'],
): Slot[] {
  const place = (ticket: Ticket): Slot => ({ id: ticket.id, ticket, rows: rowsOf(ticket) })
  if (!held) return tickets.map(place)
  const now = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const kept = previous.map((slot): Slot => {
    const ticket = now.get(slot.id) ?? null
    now.delete(slot.id)
    return { ...slot, ticket }
  })
  return [...kept, ...[...now.values()].map(place)]
}
