import type { TicketDetail } from '#contract/tickets/ticket-detail.ts'
import { makeTicket } from './sample-ticket.ts'

/** All details of an order for component tests: a delivery by the store, with every field. */
export const makeDetail = (fields: Partial<TicketDetail> = {}): TicketDetail => {
  const ticket = fields.ticket ?? makeTicket()
  return {
    ticket,
    fullCode: 'ALE-2025-1234',
    phone: '+56 9 0000 0042',
    address: {
      lines: ['Av. Providencia 1234', 'Depto 56'],
      zone: 'Zona 2',
      instructions: 'Ring twice',
    },
    driver: { phone: '+56 9 1111 0007', trackingUrl: 'https://track.example/42' },
    payment: {
      status: 'pending',
      method: 'cash',
      total: 12_500,
      toPay: 12_500,
      cash: 20_000,
      tip: 500,
    },
    gift: [{ name: 'recipientName', value: 'Abuela Rosa' }],
    billing: [{ name: 'taxId', value: '76.543.210-K' }],
    others: [],
    moments: [
      { kind: 'ordered', at: ticket.createdAt },
      { kind: 'promised', at: ticket.promisedAt },
    ],
    unread: [],
    sent: [],
    ...fields,
  }
}
