import { needsDecision } from '#contract/deliveries/delivery.ts'
import { isClosedUnseen, type Ticket } from '#contract/tickets/ticket.ts'

/** Where a ticket is shown: among the cards, among the scheduled ones, above all others, or nowhere. */
export type Place = 'queue' | 'scheduled' | 'attention' | 'gone'

/**
 * The place of a ticket at `now` (epoch milliseconds). One that was cancelled, or closed elsewhere,
 * stays on the wall until a cook acknowledges that.
 */
export function placeOf(ticket: Ticket, now: number): Place {
  if (ticket.cancellation !== null || isClosedUnseen(ticket)) return 'queue'
  if (ticket.stage === 'cancelled' || ticket.stage === 'handed-over') return 'gone'
  if (ticket.bump === null) {
    if (ticket.stage === 'ready') return 'gone'
    return Date.parse(ticket.queueAt) > now ? 'scheduled' : 'queue'
  }
  const { delivery } = ticket.bump
  if (delivery.undoUntil !== undefined) return 'queue'
  return needsDecision(delivery) ? 'attention' : 'gone'
}

/** The order of the wall: promised time, then age, then id, so that two screens always agree. */
export function byPromise(one: Ticket, other: Ticket): number {
  return (
    compare(one.promisedAt, other.promisedAt) ||
    compare(one.createdAt, other.createdAt) ||
    compare(one.id, other.id)
  )
}

/** The order of expo: a driver at the door first. */
export const byDoor = (one: Ticket, other: Ticket): number =>
  Number(other.driver?.stage === 'at-store') - Number(one.driver?.stage === 'at-store') ||
  byPromise(one, other)

// All of the host's instants have the same form, so they sort as text.
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
