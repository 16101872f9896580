import { expect, test } from 'vitest'
import type { DriverStage, Ticket } from '#contract/tickets/ticket.ts'
import { bumps, makeItem, makeTicket } from '../test-support/sample-ticket.ts'
import { occasionsBetween } from './occasions.ts'

const start = Date.parse('2025-03-01T12:00:00.000Z')
const scene = (at: number, ...tickets: Ticket[]) => ({
  at,
  tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
})
const a = makeTicket({ id: 'a' })
const b = makeTicket({ id: 'b' })
const later = makeTicket({ id: 'a', scheduled: true, queueAt: '2025-03-01T12:00:01.000Z' })
const added = { kind: 'added', key: 'k', name: 'Papas', before: 0, now: 1 } as const
const changed = makeTicket({ id: 'a', changes: [added] })
const cancellation = { at: '2025-03-01T12:00:00.000Z', reason: null }
const cancelled = makeTicket({ id: 'a', stage: 'cancelled', cancellation })
const bumped = (state: keyof typeof bumps) =>
  makeTicket({ id: 'a', stage: 'ready', bump: bumps[state] })
const peanuts = { items: [makeItem(), makeItem({ allergyWords: ['peanuts'] })] }
const driven = (stage: DriverStage, fields: Partial<Ticket> = {}) =>
  makeTicket({
    id: 'a',
    driver: {
      stage,
      name: null,
      vehicle: null,
      pickupCode: null,
      expectedAt: null,
      searchesAt: null,
    },
    ...fields,
  })
const nuts = { text: 'Sin nueces', allergyWords: ['nueces'] }
const recalledAt = '2025-03-01T12:00:00.000Z'

test.for<[string, Ticket[], Ticket[], string[]]>([
  ['nothing new', [a], [a], []],
  ['two new ones ring once', [], [a, b], ['new']],
  ['a scheduled one arrives silently', [], [later], []],
  ['a change', [a], [changed], ['changed']],
  ['the same change again', [changed], [makeTicket({ id: 'a', changes: [added] })], []],
  ['a change acknowledged', [changed], [a], []],
  ['a cancellation', [a], [cancelled], ['cancelled']],
  ['a cancellation again', [cancelled], [{ ...cancelled }], []],
  ['a bump undone', [bumped('undoable')], [a], []],
  ['a recall', [], [makeTicket({ recalledAt })], []],
  ['an allergy in place of a new one', [], [makeTicket({ id: 'a', ...peanuts })], ['allergy']],
  [
    'an allergy of the whole order',
    [],
    [makeTicket({ notes: [{ text: 'Sin nueces', allergyWords: ['nueces'] }] })],
    ['allergy'],
  ],
  ['an allergy again', [a], [makeTicket({ id: 'a', ...peanuts })], []],
  [
    'an allergy that is typed later',
    [a],
    [
      makeTicket({
        id: 'a',
        notes: [nuts],
        changes: [{ kind: 'note', key: nuts.text, note: nuts }],
      }),
    ],
    ['changed', 'allergy'],
  ],
  ['a scheduled allergy', [], [{ ...later, ...peanuts }], []],
  ['a bump on its way', [bumped('queued')], [bumped('sending')], []],
  ['a bump that was refused', [bumped('sending')], [bumped('refused')], ['refused']],
  ['one that was never confirmed', [bumped('unknown')], [bumped('unconfirmed')], ['refused']],
  ['a rejection again', [bumped('refused')], [bumped('refused')], []],
  ['a refusal that somebody settled', [bumped('refused')], [bumped('settled')], []],
  ['a driver on the way', [a], [driven('assigned')], []],
  ['a driver who is here', [driven('assigned')], [driven('at-store')], ['driver']],
  ['one who is still here', [driven('at-store')], [driven('at-store')], []],
  ['one who has left', [driven('assigned')], [driven('lost')], ['driver']],
  ['one who is looked for again', [driven('lost')], [driven('searching')], []],
  [
    'a driver for what is ready',
    [bumped('queued')],
    [{ ...bumped('queued'), driver: driven('at-store').driver }],
    [],
  ],
  [
    'a driver before a scheduled one',
    [later],
    [driven('at-store', { scheduled: true, queueAt: later.queueAt })],
    [],
  ],
  ['a new one with a driver waiting', [], [driven('at-store')], ['driver', 'new']],
  ['a recall with a driver waiting', [], [driven('at-store', { recalledAt })], []],
  [
    'a driver for a recalled one',
    [driven('assigned', { recalledAt })],
    [driven('at-store', { recalledAt })],
    ['driver'],
  ],
  [
    'a change and a driver of one order',
    [a],
    [driven('at-store', { changes: [added] })],
    ['changed', 'driver'],
  ],
  [
    'all at once, most pressing first',
    [a, makeTicket({ id: 'c' }), makeTicket({ id: 'd' }), makeTicket({ id: 'e' })],
    [
      b,
      driven('lost', { id: 'c' }),
      makeTicket({ id: 'f', ...peanuts }),
      makeTicket({ id: 'd', changes: [added] }),
      { ...bumped('refused'), id: 'e' },
      cancelled,
    ],
    ['cancelled', 'refused', 'changed', 'allergy', 'driver', 'new'],
  ],
])('%s', ([, before, after, expected]) => {
  expect(occasionsBetween(scene(start, ...before), scene(start, ...after))).toEqual(expected)
})

test('a scheduled one that joins sounds for its allergy and for a driver who waits for it', () => {
  const joining = driven('at-store', { ...peanuts, scheduled: true, queueAt: later.queueAt })
  expect(occasionsBetween(scene(start, joining), scene(start + 1_000, joining))).toEqual([
    'allergy',
    'driver',
  ])
})

test('a scheduled one rings when its time comes', () => {
  expect(occasionsBetween(scene(start, later), scene(start + 999, later))).toEqual([])
  expect(occasionsBetween(scene(start, later), scene(start + 1_000, later))).toEqual(['new'])
})
