import type { PartFor } from '../shared/operation.ts'
import type { TicketDetail } from './ticket-detail.ts'
import type { Ticket } from './ticket.ts'

/**
 * What the kitchen sees of an order (docs/managers/roles.md): what to cook, for whom, and when. Not
 * how to reach the guest, and no money. The guest's name stays, because it is on the card.
 */
const ticketForKitchen = (ticket: Ticket): Ticket => ({
  ...ticket,
  payment: { label: null, amountToPay: null, cashAmount: null },
})

/** Fields that the specification doesn't describe may have anything in them. */
const detailForKitchen = (detail: TicketDetail): TicketDetail => ({
  ...detail,
  ticket: ticketForKitchen(detail.ticket),
  phone: null,
  address: null,
  driver: null,
  payment: { status: null, method: null, total: null, toPay: null, cash: null, tip: null },
  gift: [],
  billing: [],
  others: [],
})

const roles = ['kitchen'] as const

export const ticketsForKitchen: PartFor<Ticket[]> = {
  roles,
  view: (tickets) => tickets.map(ticketForKitchen),
}

/** The same for a snapshot or an event with tickets. */
export const ticketListForKitchen = <Whole extends { tickets: Ticket[] }>(): PartFor<Whole> => ({
  roles,
  view: (whole) => ({ ...whole, tickets: whole.tickets.map(ticketForKitchen) }),
})

export const ticketDetailForKitchen: PartFor<TicketDetail> = { roles, view: detailForKitchen }
