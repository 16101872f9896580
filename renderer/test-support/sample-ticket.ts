import type { Ticket, TicketItem } from '#contract/ticket.ts'

/** An item for tests and component tests. */
export const makeItem = (fields: Partial<TicketItem> = {}): TicketItem => ({
  key: 'item-1',
  productId: 'product-1',
  stockKey: 'product:product-1',
  name: 'Hamburguesa',
  amount: 2,
  modifiers: [],
  comment: null,
  allergyWords: [],
  unread: [],
  struck: false,
  ...fields,
})

/** A ticket for tests: new, created at 11:45 and promised for 12:15 UTC. */
export const makeTicket = (fields: Partial<Ticket> = {}): Ticket => ({
  id: 'order-1',
  code: '1234',
  type: 'delivery',
  source: 'web',
  buyerName: 'Ana',
  stage: 'new',
  createdAt: '2025-03-01T11:45:00.000Z',
  promisedAt: '2025-03-01T12:15:00.000Z',
  queueAt: '2025-03-01T11:45:00.000Z',
  amberAt: '2025-03-01T12:07:30.000Z',
  scheduled: false,
  preparationMinutes: 30,
  items: [makeItem()],
  guestAllergies: null,
  notes: [],
  incomplete: false,
  startedAt: null,
  bump: null,
  recalledAt: null,
  changes: [],
  cancellation: null,
  driver: null,
  flagColor: null,
  payment: { label: null, amountToPay: null, cashAmount: null },
  ...fields,
})
