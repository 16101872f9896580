import { describe, expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { ticketPaper } from '#domain/printers/ticket-paper.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { sloppyOrders, type SloppyOrder } from '#test/support/sloppy-orders.ts'

const times = (count: number): string => (count === 1 ? '' : `${String(count)}× `)

/** All texts of a ticket, as its card shows them. */
function cardText({ items, notes }: Ticket): string {
  const lines = items.flatMap(({ name, amount, modifiers, comment }) => [
    `${String(amount)}× ${name}`,
    ...modifiers.map((modifier) => {
      const options = modifier.options.map((option) => `${times(option.count)}${option.name}`)
      return `${modifier.name}: ${options.join(', ')}`
    }),
    comment ?? '',
  ])
  return [...lines, ...notes.map(({ text }) => text)].join('\n')
}

const alarmsOf = ({ items, notes }: Ticket): string[] =>
  [...items, ...notes].flatMap(({ allergyWords }) => allergyWords)

const dishesOf = ({ items }: Ticket): string[] =>
  items.map(
    ({ name, amount, depth = 0 }) =>
      `${'-'.repeat(depth)}${depth === 0 ? '' : ' '}${String(amount)} ${name}`,
  )

async function tell(store: TestStore, { order }: SloppyOrder): Promise<Ticket> {
  const ids = { eventId: 'e', orderId: 'A1', code: '9901', date: new Date().toISOString() }
  const event = orderEvent('order-created-pickup', ids, order)
  const { status } = await store.post({
    ...event,
    websiteId: null,
    storeId: store.practice.storeId,
  })
  expect(status).toBe(200)
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  const ticket = await store.ticket('A1')
  if (ticket === undefined) throw new Error('no ticket')
  return ticket
}

describe('an order of a sloppy platform is whole on its ticket', () => {
  test.each(sloppyOrders)('$title', async (sloppy) => {
    const store = await openTestStore()
    const ticket = await tell(store, sloppy)
    const card = cardText(ticket)
    for (const text of sloppy.card) expect(card).toContain(text)
    if (sloppy.dishes !== undefined) expect(dishesOf(ticket)).toEqual(sloppy.dishes)
    expect(alarmsOf(ticket)).toEqual(expect.arrayContaining(sloppy.alarms ?? []))
    if (sloppy.alarms === undefined) expect(alarmsOf(ticket)).toEqual([])
    for (const text of sloppy.never ?? []) expect(card).not.toContain(text)

    const detail = await store.call('tickets.get', { ticketId: 'A1' })
    for (const text of sloppy.details ?? []) expect(JSON.stringify(detail)).toContain(text)

    const clock = {
      language: 'en',
      timeZone: 'UTC',
      timeFormat: '24-hour',
      now: Date.now(),
    } as const
    const paper = ticketPaper(ticket, clock)
      .map((line) => ('text' in line ? line.lead + line.text : ''))
      .join('\n')
    for (const text of sloppy.card) expect(paper).toContain(text.replaceAll('×', 'x'))
  })
})
