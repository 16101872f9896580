import { needsDecision } from '#contract/deliveries/delivery.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'

/** Where a ticket is shown: among the cards, among what is to come, above all, or nowhere. */
export type Place = 'queue' | 'scheduled' | 'attention' | 'gone'

/** The place of a ticket at `now` (ms since the epoch). A cancellation stays on the queue until acknowledged. */
export function placeOf(ticket: Ticket, now: number): Place {
  if (ticket.cancellation !== null) return 'queue'
  if (ticket.stage === 'cancelled' || ticket.stage === 'handed-over') return 'gone'
  if (ticket.bump === null) {
    if (ticket.stage === 'ready') return 'gone'
    return Date.parse(ticket.queueAt) > now ? 'scheduled' : 'queue'
  }
  const { delivery } = ticket.bump
  if (delivery.undoUntil !== undefined) return 'queue'
  return needsDecision(delivery) ? 'attention' : 'gone'
}

/** Order of the glass: by promise, then age, then id, so that two screens never differ. */
export function byPromise(one: Ticket, other: Ticket): number {
  return (
    compare(one.promisedAt, other.promisedAt) ||
    compare(one.createdAt, other.createdAt) ||
    compare(one.id, other.id)
  )
}

// Instants of the host all have one form, so their order as text is their order in time.
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
