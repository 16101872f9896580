import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { Bump, Ticket, TicketItem } from '#contract/tickets/ticket.ts'

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

const bumpedAt = '2025-03-01T12:00:00.000Z'

export const makeBump = (delivery: Partial<Delivery> = {}): Bump => ({
  bumpedAt,
  delivery: { state: 'queued', since: bumpedAt, ...delivery },
})

export const bumps = {
  undoable: makeBump({ undoUntil: '2025-03-01T12:00:08.000Z' }),
  queued: makeBump(),
  sending: makeBump({ state: 'sending' }),
  unknown: makeBump({ state: 'unknown' }),
  confirmed: makeBump({ state: 'confirmed' }),
  unconfirmed: makeBump({ state: 'unknown', choices: ['retry', 'mark-done'] }),
  refused: makeBump({ state: 'refused', choices: ['retry', 'mark-done'] }),
  settled: makeBump({ state: 'confirmed', reason: 'by-person' }),
  dropped: makeBump({ state: 'withdrawn', reason: 'not-needed' }),
}

/** A new ticket, created at 11:45 and promised for 12:15 UTC. */
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
  veryLateAt: '2025-03-01T12:25:00.000Z',
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
