import { expect, test } from 'vitest'
import type { Ticket } from '#contract/ticket.ts'
import { makeTicket } from '../test-support/sample-ticket.ts'
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
const bump = { state: 'undoable', bumpedAt: '', undoUntil: '', words: null } as const

test.for<[string, Ticket[], Ticket[], string[]]>([
  ['nothing new', [a], [a], []],
  ['two new ones ring once', [], [a, b], ['new']],
  ['a scheduled one arrives silently', [], [later], []],
  ['a change', [a], [changed], ['changed']],
  ['the same change told again', [changed], [makeTicket({ id: 'a', changes: [added] })], []],
  ['a change acknowledged', [changed], [a], []],
  ['a cancellation', [a], [cancelled], ['cancelled']],
  ['a cancellation told again', [cancelled], [{ ...cancelled }], []],
  ['a bump undone', [makeTicket({ id: 'a', stage: 'ready', bump })], [a], []],
  ['a recall', [], [makeTicket({ recalledAt: '2025-03-01T12:00:00.000Z' })], []],
  ['all at once, most pressing first', [a], [cancelled, b], ['cancelled', 'new']],
])('%s', ([, before, after, expected]) => {
  expect(occasionsBetween(scene(start, ...before), scene(start, ...after))).toEqual(expected)
})

test('a scheduled one rings when its time comes', () => {
  expect(occasionsBetween(scene(start, later), scene(start + 999, later))).toEqual([])
  expect(occasionsBetween(scene(start, later), scene(start + 1_000, later))).toEqual(['new'])
})
