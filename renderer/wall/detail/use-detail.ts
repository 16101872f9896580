import { computed } from 'vue'
import type { TicketDetail } from '#contract/tickets/ticket-detail.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { useTickets } from '../../state/tickets.ts'

/** The details that the ticket itself contains. */
const detailOf = (ticket: Ticket): TicketDetail => ({
  ticket,
  fullCode: null,
  phone: null,
  address: null,
  driver: null,
  payment: {
    status: null,
    method: ticket.payment.label,
    total: null,
    toPay: ticket.payment.amountToPay,
    cash: ticket.payment.cashAmount,
    tip: null,
  },
  gift: [],
  billing: [],
  others: [],
  unread: [],
  moments: [
    { kind: 'ordered', at: ticket.createdAt },
    { kind: 'promised', at: ticket.promisedAt },
  ],
  sent: [],
})

/** The details of one ticket; before the host answers, as much as the ticket contains. */
export function useDetail(id: () => string) {
  const tickets = useTickets()
  const { data: whole, error, ask } = useHostQuery('tickets.get', () => ({ ticketId: id() }))
  const detail = computed((): TicketDetail | null => {
    const ticket = tickets.tickets.get(id())
    if (whole.value === null) return ticket === undefined ? null : detailOf(ticket)
    return ticket === undefined ? whole.value : { ...whole.value, ticket }
  })
  return { detail, isWhole: computed(() => whole.value !== null), error, ask }
}
