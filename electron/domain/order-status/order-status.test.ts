import { expect, test } from 'vitest'
import type { Bump, OrderType, Ticket } from '#contract/tickets/ticket.ts'
import { orderStatusOf } from './order-status.ts'

const now = '2026-11-20T12:00:00.000Z'
const minutes = (count: number): string => new Date(Date.parse(now) + count * 60_000).toISOString()

const ticket = (id: string, more: Partial<Ticket> = {}): Ticket =>
  ({
    id,
    code: `C${id}`,
    type: 'pickup',
    stage: 'new',
    buyerName: 'Ana Soto',
    createdAt: minutes(-30),
    queueAt: minutes(-10),
    bump: null,
    ...more,
  }) as Ticket
const ready = (id: string, bumpedAt: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(id, { stage: 'ready', bump: { bumpedAt } as Bump, ...more })
const codes = (orders: readonly { code: string }[]): string[] => orders.map(({ code }) => code)

test('nothing open', () => {
  const nothing = { preparing: [], ready: [], more: { preparing: 0, ready: 0 } }
  expect(orderStatusOf({ open: [], waiting: [] }, now, true)).toEqual({ now, ...nothing })
})

test('what is to be made is prepared, the oldest first; what waits is ready, the newest first', () => {
  const shown = {
    open: [
      ticket('2', { queueAt: minutes(-2) }),
      ticket('1', { queueAt: minutes(-20) }),
      ticket('later', { queueAt: minutes(1) }),
      ticket('cancelled', { stage: 'cancelled' }),
      ready('3', minutes(-3)),
    ],
    waiting: [ready('4', minutes(-8)), ready('3', minutes(-3))],
  }
  expect(orderStatusOf(shown, now, false)).toEqual({
    now,
    preparing: [
      { id: '1', code: 'C1', name: null, since: minutes(-20) },
      { id: '2', code: 'C2', name: null, since: minutes(-2) },
    ],
    ready: [
      { id: '3', code: 'C3', name: null, since: minutes(-3) },
      { id: '4', code: 'C4', name: null, since: minutes(-8) },
    ],
    more: { preparing: 0, ready: 0 },
  })
})

test.for<[OrderType, boolean]>([
  ['delivery', true],
  ['pickup', true],
  ['other', true],
  ['table', false],
])('orders of type %s are shown: %s', ([type, isShown]) => {
  const shown = { open: [ticket('1', { type })], waiting: [ready('2', now, { type })] }
  const status = orderStatusOf(shown, now, false)
  expect(codes(status.preparing)).toEqual(isShown ? ['C1'] : [])
  expect(codes(status.ready)).toEqual(isShown ? ['C2'] : [])
})

test('first names are shown only if a manager wants them', () => {
  const shown = { open: [ticket('1')], waiting: [ready('2', now, { buyerName: 'Bo 5' })] }
  const named = (withNames: boolean) => {
    const status = orderStatusOf(shown, now, withNames)
    return [...status.preparing, ...status.ready].map(({ name }) => name)
  }
  expect(named(false)).toEqual([null, null])
  expect(named(true)).toEqual(['Ana', null])
})

test('each list has at most forty, and the others are counted', () => {
  const shown = {
    open: Array.from({ length: 43 }, (_, nth) => ticket(String(nth), { queueAt: minutes(-nth) })),
    waiting: Array.from({ length: 41 }, (_, nth) =>
      ready(`r${String(nth)}`, minutes((nth - 60) / 10)),
    ),
  }
  const status = orderStatusOf(shown, now, false)
  expect(status.preparing).toHaveLength(40)
  expect(status.preparing[0]?.code, 'the oldest').toBe('C42')
  expect(status.ready).toHaveLength(40)
  expect(status.ready[0]?.code, 'the newest').toBe('Cr40')
  expect(status.more).toEqual({ preparing: 3, ready: 1 })
})

test('a number leaves twenty minutes after it was called', () => {
  const waiting = [ready('1', minutes(-20)), ready('2', minutes(-19))]
  expect(codes(orderStatusOf({ open: [], waiting }, now, false).ready)).toEqual(['C2'])
})

test('nothing else of an order is in the answer', () => {
  const secret = ticket('1', { buyerName: 'Ana Soto', notes: [{ text: 'x', allergyWords: [] }] })
  const text = JSON.stringify(orderStatusOf({ open: [secret], waiting: [] }, now, true))
  expect(text).not.toMatch(/Soto|notes|items|payment|driver/)
})
