import type { StockKey } from '#contract/stock/stock.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { itemParts } from '../../state/stock/item-parts.ts'
import { byPromise } from '../../state/ticket-place.ts'

/** An open ticket that needs something, and how many portions of it. */
export interface TicketNeed {
  ticket: Ticket
  amount: number
}

/**
 * The open tickets that still need a product or an option, in the order of the wall, scheduled ones
 * included. As in the totals, an option counts its own count times the item's amount, and struck
 * items are done.
 */
export function openNeed(tickets: Iterable<Ticket>, key: StockKey): TicketNeed[] {
  const needs: TicketNeed[] = []
  for (const ticket of tickets) {
    if (ticket.stage !== 'new' || ticket.cancellation !== null) continue
    let amount = 0
    for (const item of ticket.items) {
      const part = itemParts(item).find((one) => one.key === key)
      if (part !== undefined && !item.struck) amount += item.amount * part.times
    }
    if (amount > 0) needs.push({ ticket, amount })
  }
  return needs.sort((one, other) => byPromise(one.ticket, other.ticket))
}

export const portions = (needs: readonly TicketNeed[]): number =>
  needs.reduce((sum, { amount }) => sum + amount, 0)
