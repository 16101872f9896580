import { expect, test } from 'vitest'
import type { Driver, DriverStage, Ticket, TicketChange } from '#contract/tickets/ticket.ts'
import { bumps, makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { attentionOf, type AttentionKind, groupByKind, type Attention } from './attention.ts'

const none = new Set<string>()
const cancellation = { at: '2025-03-01T12:00:00.000Z', reason: 'Sin respuesta' }
const change: TicketChange = { kind: 'added', key: 'k', name: 'Té', before: 0, now: 1 }
const driver = (stage: DriverStage): Driver => ({
  stage,
  name: null,
  vehicle: null,
  pickupCode: null,
  expectedAt: null,
  searchesAt: null,
})
const allergic = [makeItem(), makeItem({ key: 'two', allergyWords: ['maní'] })]
const struck = [makeItem({ allergyWords: ['maní'], struck: true }), makeItem({ key: 'two' })]

test.for<[string, Partial<Ticket>, AttentionKind | null]>([
  ['nothing about it', {}, null],
  ['cancelled', { cancellation }, 'cancelled'],
  ['cancelled once bumped', { cancellation, bump: bumps.queued }, 'cancelled'],
  ['cancelled and all else', { cancellation, changes: [change], items: allergic }, 'cancelled'],
  ['changed', { changes: [change] }, 'changed'],
  ['changed, and a driver waits', { changes: [change], driver: driver('at-store') }, 'changed'],
  ['changed once bumped', { changes: [change], bump: bumps.undoable }, null],
  ['a driver left', { driver: driver('lost') }, 'lost'],
  ['the delivery was cancelled', { driver: driver('cancelled') }, 'undelivered'],
  ['a driver waits', { driver: driver('at-store') }, 'waiting'],
  [
    'a driver waits for an allergic one',
    { driver: driver('at-store'), items: allergic },
    'waiting',
  ],
  ['a driver is on the way', { driver: driver('assigned') }, null],
  ['a driver has it', { driver: driver('picked-up') }, null],
  ['an allergy', { items: allergic }, 'allergy'],
  [
    'an allergy of the whole order',
    { notes: [{ text: 'Sin nueces', allergyWords: ['nueces'] }] },
    'allergy',
  ],
  ['a note', { notes: [{ text: 'Con vela', allergyWords: [] }] }, null],
  ['an allergy in a dish that is done', { items: struck }, null],
  ['an allergy once bumped', { items: allergic, bump: bumps.undoable }, null],
])('%s', ([, fields, kind]) => {
  expect(attentionOf([makeTicket(fields)], none).map((one) => one.kind)).toEqual(
    kind === null ? [] : [kind],
  )
})

test('what presses most comes first, alike ones as they stand; each ticket once', () => {
  const tickets = [
    makeTicket({ id: 'a', items: allergic }),
    makeTicket({ id: 'b', driver: driver('at-store') }),
    makeTicket({ id: 'c' }),
    makeTicket({ id: 'd', changes: [change] }),
    makeTicket({ id: 'e', driver: driver('lost') }),
    makeTicket({ id: 'f', changes: [change], items: allergic }),
    makeTicket({ id: 'g', cancellation }),
  ]
  expect(
    attentionOf(tickets, none)
      .map(({ id }) => id)
      .join(' '),
  ).toBe('g d f e b a')
})

test('a very late ticket is there, after what presses more, and once', () => {
  const tickets = [
    makeTicket({ id: 'a' }),
    makeTicket({ id: 'b', items: allergic }),
    makeTicket({ id: 'c', changes: [change] }),
    makeTicket({ id: 'd' }),
  ]
  expect(attentionOf(tickets, new Set(['a', 'c'])).map(({ id, kind }) => [id, kind])).toEqual([
    ['c', 'changed'],
    ['b', 'allergy'],
    ['a', 'very-late'],
  ])
})

test('it says which ticket, and why it was cancelled', () => {
  const [one, other] = attentionOf(
    [
      makeTicket({ id: 'a', code: '1001', cancellation }),
      makeTicket({ id: 'b', code: '1002', changes: [change] }),
    ],
    none,
  )
  expect(one).toEqual({ id: 'a', code: '1001', kind: 'cancelled', reason: 'Sin respuesta' })
  expect(other).toEqual({ id: 'b', code: '1002', kind: 'changed', reason: null })
})

test('tickets of one kind are one entry with their count, the most urgent kind first; parties stay apart', () => {
  const one = (id: string, kind: Attention['kind']): Attention => ({
    ...{ id, code: id, kind, reason: null },
  })
  const all = [
    one('a', 'cancelled'),
    one('b', 'cancelled'),
    one('c', 'changed'),
    ...['d', 'e', 'f'].map((id) => one(id, 'allergy')),
    one('g', 'party'),
    one('h', 'party'),
  ]
  expect(groupByKind(all)).toEqual([
    { kind: 'cancelled', count: 2 },
    one('c', 'changed'),
    { kind: 'allergy', count: 3 },
    one('g', 'party'),
    one('h', 'party'),
  ])
  expect(groupByKind([])).toEqual([])
})
