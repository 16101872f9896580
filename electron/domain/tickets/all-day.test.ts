import { expect, test } from 'vitest'
import type { OrderType, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { countAllDay } from './items.ts'

const now = '2026-11-20T12:00:00.000Z'

const item = (name: string, amount: number, options: Record<string, number> = {}, struck = false) =>
  ({
    name,
    amount,
    struck,
    modifiers: [
      {
        name: 'Extra',
        options: Object.entries(options).map(([id, count]) => ({ id, name: id, count })),
      },
    ],
  }) as TicketItem

const ticket = (items: TicketItem[], more: Partial<Ticket> = {}): Ticket =>
  ({ stage: 'new', type: 'pickup', queueAt: now, items, ...more }) as Ticket

test.each<{ name: string; tickets: Ticket[]; types?: OrderType[]; expected: unknown }>([
  { name: 'nothing open', tickets: [], expected: [] },
  {
    name: 'amounts add up over tickets, options by item amount and by their own count',
    tickets: [
      ticket([item('Burger', 2, { Cheese: 2 })]),
      ticket([item('Burger', 1, { Cheese: 1, Bacon: 1 })]),
    ],
    expected: [
      {
        name: 'Burger',
        count: 3,
        options: [
          { name: 'Cheese', count: 5 },
          { name: 'Bacon', count: 1 },
        ],
      },
    ],
  },
  {
    name: 'bumped, struck and scheduled for later do not count',
    tickets: [
      ticket([item('Soup', 1)], { stage: 'ready' }),
      ticket([item('Soup', 1, {}, true)]),
      ticket([item('Soup', 1)], { queueAt: '2026-11-20T12:00:00.001Z' }),
      ticket([item('Soup', 4)]),
    ],
    expected: [{ name: 'Soup', count: 4, options: [] }],
  },
  {
    name: 'only the types asked for, most wanted first',
    tickets: [
      ticket([item('Soup', 1), item('Bread', 2)]),
      ticket([item('Soup', 9)], { type: 'delivery' }),
    ],
    types: ['pickup'],
    expected: [
      { name: 'Bread', count: 2, options: [] },
      { name: 'Soup', count: 1, options: [] },
    ],
  },
])('$name', ({ tickets, types = [], expected }) => {
  expect(countAllDay(tickets, types, now)).toEqual(expected)
})
