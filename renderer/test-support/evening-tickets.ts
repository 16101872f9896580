import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { at, ticketFor } from './open-wall.ts'
import { bumps, makeBump, makeItem } from './sample-ticket.ts'

const work = (station: string, some: Partial<StationWork> = {}): StationWork => ({
  ...{ station, startedAt: null, doneAt: null, by: '' },
  ...some,
})
const dish = (name: string, station: string, some: Partial<TicketItem> = {}): TicketItem =>
  makeItem({ key: name, name, work: [work(station)], ...some })

const burger = dish('Hamburguesa clásica', 'grill', {
  modifiers: [
    {
      name: 'Agregados',
      options: [{ id: 'o1', name: 'Palta', count: 2, stockKey: 'option:toppings/palta' }],
    },
  ],
  comment: 'Alergia al maní, sin cebolla',
  allergyWords: ['maní'],
})
const doneSteak = dish('Lomo a lo pobre', 'grill', {
  struck: true,
  work: [work('grill', { startedAt: at(-8), doneAt: at(-1), by: 'Grill' })],
})
const lemonade = dish('Limonada', 'bar', { amount: 1 })
const times = { doneAt: null, coolsAt: null, handedOverAt: null }

/**
 * An evening's tickets with every state that a card can show, at a grill and a bar. The first three
 * are very late, late and due soon.
 */
export const eveningTickets = (): Ticket[] => [
  ticketFor(0, {
    ...{ amberAt: at(-30), promisedAt: at(-20), veryLateAt: at(-10) },
    items: [burger, doneSteak, lemonade],
    notes: [{ text: 'Tocar el timbre: alergia a la nuez', allergyWords: ['nuez'] }],
    guestAllergies: 'Maní',
    flagColor: '#ffcc00',
  }),
  ticketFor(1, {
    ...{ amberAt: at(-15), promisedAt: at(-5), type: 'pickup', source: 'counter' },
    items: [burger, lemonade],
    incomplete: true,
    expo: { ...times, shelf: 'B2', packing: ['cuchara', 'bombilla'] },
  }),
  ticketFor(2, {
    ...{ amberAt: at(-1), promisedAt: at(9), type: 'table', startedAt: at(-4) },
    items: [doneSteak, { ...lemonade, isBagged: true }],
  }),
  ticketFor(3, {
    items: [burger],
    changes: [
      { kind: 'amount', key: burger.key, name: burger.name, before: 1, now: 2 },
      { kind: 'removed', key: 'fries', name: 'Papas fritas', before: 1, now: 0 },
    ],
  }),
  ticketFor(4, {
    items: [burger, lemonade],
    stage: 'cancelled',
    cancellation: { at: at(-1), reason: 'El cliente canceló' },
  }),
  ticketFor(5, {
    items: [lemonade, dish('Pisco sour', 'bar', { unread: ['amount'] })],
    driver: {
      ...{ stage: 'at-store', name: 'Pedro', vehicle: 'moto', pickupCode: 'K7' },
      ...{ expectedAt: null, searchesAt: null },
    },
  }),
  ticketFor(6, {
    items: [burger],
    stage: 'ready',
    bump: { ...makeBump({ undoUntil: at(5) }), bumpedAt: at(0) },
  }),
  ticketFor(7, { items: [burger], stage: 'ready', bump: bumps.unconfirmed }),
  ticketFor(8, { items: [burger], recalledAt: at(-1), scheduled: true }),
]
