import { expect, test } from 'vitest'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { canMove, endOfMove, snapToQuarterHour } from './move.ts'

const start = Date.parse('2026-11-21T23:30:00.000Z')
const minute = 60_000
const table = (id: string) => ({
  id,
  name: id,
  seats: 4,
  learned: false,
  shape: 'square' as const,
  place: null,
})
const plan = {
  sectors: [
    { id: 's1', name: 'Salón', tables: [table('t1'), table('t2'), table('t3')], fixtures: [] },
    { id: 's2', name: 'Terraza', tables: [table('t9')], fixtures: [] },
  ],
}
const reservation = {
  kind: 'booked',
  delivery: { state: 'confirmed', since: '' },
  visit: 'expected',
  cancellation: null,
  change: null,
  startsAt: new Date(start).toISOString(),
  sectorId: 's1',
  tableIds: ['t1', 't2'],
} as unknown as Reservation

test.each([
  ['the same place', 't1', 't1', 0, null],
  ['another time', 't1', 't1', 15, { sectorId: 's1', tableIds: ['t1', 't2'] }],
  ['another table', 't1', 't9', 0, { sectorId: 's2', tableIds: ['t2', 't9'] }],
  ['onto its other table', 't1', 't2', 0, { sectorId: 's1', tableIds: ['t2'] }],
  ['off every table', 't1', null, 0, { sectorId: null, tableIds: [] }],
])('%s', (_name, from, to, minutes, expected) => {
  const startsAt = start + minutes * minute
  const moved = endOfMove({ reservation, from, to, startsAt }, plan)
  if (expected === null) expect(moved).toBeNull()
  else expect(moved).toMatchObject({ ...expected, startsAt: new Date(startsAt).toISOString() })
})

test('by quarters of an hour, within the day', () => {
  const span = { from: start - 60 * minute, to: start + 60 * minute }
  expect(snapToQuarterHour(span, start + 7 * minute)).toBe(start)
  expect(snapToQuarterHour(span, start + 8 * minute)).toBe(start + 15 * minute)
  expect(snapToQuarterHour(span, start - 999 * minute)).toBe(span.from)
  expect(snapToQuarterHour(span, start + 999 * minute)).toBe(span.to - 15 * minute)
})

test.each<[string, Partial<Reservation>, boolean]>([
  ['expected', {}, true],
  ['late', { visit: 'late' }, true],
  ['here already', { visit: 'seated' }, false],
  ['walked in', { kind: 'walk-in' }, false],
  ['on its way to the platform', { delivery: { state: 'sending', since: '' } }, false],
  ['not sent yet', { delivery: { state: 'queued', since: '' } }, true],
])('who is %s', (_name, some, expected) => {
  expect(canMove({ ...reservation, ...some })).toBe(expected)
})
