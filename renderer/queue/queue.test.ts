import { expect, test } from 'vitest'
import type { BumpState, Ticket, TicketStage } from '#contract/ticket.ts'
import { arrange, type Slot } from './arrange.ts'
import { wantedHeight } from './height.ts'
import { byPromise, placeOf } from '../state/ticket-place.ts'
import { makeItem, makeTicket } from '../test-support/sample-ticket.ts'

const now = Date.parse('2025-03-01T12:00:00.000Z')
const bump = (state: BumpState) => ({ state, bumpedAt: '', undoUntil: '', words: null })
const cancellation = { at: '2025-03-01T12:00:00.000Z', reason: null }

test.for<[string, Partial<Ticket>, string]>([
  ['a new one', {}, 'queue'],
  ['one whose time has come to the millisecond', { queueAt: '2025-03-01T12:00:00.000Z' }, 'queue'],
  ['one for later', { queueAt: '2025-03-01T12:00:00.001Z' }, 'scheduled'],
  ['cancelled, not acknowledged', { stage: 'cancelled', cancellation }, 'queue'],
  ['cancelled while bumped', { stage: 'cancelled', cancellation, bump: bump('queued') }, 'queue'],
  ['cancelled and acknowledged', { stage: 'cancelled' }, 'gone'],
  ['handed over, though unconfirmed', { stage: 'handed-over', bump: bump('unconfirmed') }, 'gone'],
  ['recalled', { recalledAt: '2025-03-01T11:00:00.000Z' }, 'queue'],
])('%s', ([, fields, place]) => {
  expect(placeOf(makeTicket(fields), now)).toBe(place)
})

test.for<[BumpState, string]>([
  ['undoable', 'queue'],
  ['queued', 'gone'],
  ['sending', 'gone'],
  ['unknown', 'gone'],
  ['confirmed', 'gone'],
  ['unconfirmed', 'attention'],
  ['refused', 'attention'],
  ['settled', 'gone'],
])('a bump that is %s', ([state, place]) => {
  const stage: TicketStage = 'ready'
  expect(placeOf(makeTicket({ stage, bump: bump(state) }), now)).toBe(place)
})

test('tickets stand by promise, then age, then id', () => {
  const tickets = [
    makeTicket({ id: 'd', promisedAt: '2025-03-01T12:30:00.000Z' }),
    makeTicket({ id: 'c', createdAt: '2025-03-01T11:40:00.000Z' }),
    makeTicket({ id: 'b' }),
    makeTicket({ id: 'a' }),
  ]
  expect(tickets.sort(byPromise).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => makeTicket({ id })) as [
  Ticket,
  Ticket,
  Ticket,
  Ticket,
]
const one = (): 1 => 1
const shown = (slots: Slot[]) =>
  slots.map(({ id, ticket }) => (ticket === null ? `(${id})` : id)).join(' ')
const slots = arrange([], [a, b, c], false, one)

test.for<[string, Slot[], Ticket[], boolean, string]>([
  ['free: the order is the one given', slots, [b, a], false, 'b a'],
  ['free: a gap closes', arrange(slots, [a, c], true, one), [a, c], false, 'a c'],
  ['held: the order stays, whatever is given', slots, [c, b, a], true, 'a b c'],
  ['held: one that is gone leaves a gap', slots, [a, c], true, 'a (b) c'],
  ['held: a new one goes to the end', slots, [d, a, b, c], true, 'a b c d'],
  ['held: gone and new together', slots, [d, c], true, '(a) (b) c d'],
  [
    'held: one that returns finds its gap',
    arrange(slots, [a, c], true, one),
    [a, b, c],
    true,
    'a b c',
  ],
  ['held with nothing before', [], [b, a], true, 'b a'],
])('%s', ([, previous, tickets, held, expected]) => {
  expect(shown(arrange(previous, tickets, held, one))).toBe(expected)
})

test('a card takes its new content at once, and its new size only when nobody touches the glass', () => {
  const grown = makeTicket({ id: 'a', code: 'grown' })
  const two = (): 2 => 2
  expect(arrange(slots, [grown], true, two)[0]).toEqual({ id: 'a', ticket: grown, rows: 1 })
  expect(arrange(slots, [grown], false, two)[0]).toEqual({ id: 'a', ticket: grown, rows: 2 })
})

test('a card wants more room for more items, words and changes, and less in a wider column', () => {
  const plain = makeTicket({})
  const height = (fields: Partial<Ticket>) => wantedHeight(makeTicket(fields), 15)
  const long = makeItem({ comment: 'Sin cebolla por favor, y la salsa aparte en un pocillo' })
  expect(height({ items: [makeItem(), makeItem()] })).toBeGreaterThan(height({}))
  expect(height({ items: [long] })).toBeGreaterThan(height({}))
  expect(height({ cancellation })).toBeGreaterThan(height({}))
  expect(wantedHeight(makeTicket({ items: [long] }), 30)).toBeLessThan(height({ items: [long] }))
  expect(wantedHeight(plain, 15)).toBeLessThan(15)
})
