import { expect, test } from 'vitest'
import { floorPlanSchema } from '#contract/reservations/reservations.ts'
import { turnTimes } from './turn-times.ts'
import { waitEstimate, type Stay } from './wait-estimate.ts'

const now = Date.parse('2026-11-21T23:00:00.000Z')
const minutes = (count: number): number => now + count * 60_000
const iso = (count: number): string => new Date(minutes(count)).toISOString()
const table = (id: string, seats: number) => ({ id, name: id.toUpperCase(), seats, learned: false })
const plan = floorPlanSchema.parse({
  sectors: [{ id: 's', name: 'Salón', tables: [table('a', 2), table('b', 4), table('c', 6)] }],
})
const seated = (tableId: string, from: number, to: number): Stay => ({
  tableIds: [tableId],
  partySize: 2,
  from: minutes(from),
  to: minutes(to),
  isSeated: true,
})
const reserved = (tableIds: string[], from: number, partySize = 2): Stay => ({
  tableIds,
  partySize,
  from: minutes(from),
  to: minutes(from + 120),
  isSeated: false,
})
const full = [seated('a', -60, 30), seated('b', -90, 30), seated('c', -60, 75)]
const estimate = (partySize: number, stays: readonly Stay[], waiting: readonly number[] = []) =>
  waitEstimate({ now, plan, turnTimes: turnTimes([], 120), stays, waiting }, partySize)

test('the smallest free table that fits', () => {
  expect(estimate(3, [])).toMatchObject({ minutes: 0, table: 'B', before: 0, seatedAt: null })
})

test('the party that leaves first, with its arithmetic', () => {
  expect(estimate(2, full)).toEqual({
    minutes: 30,
    table: 'A',
    seatedAt: iso(-60),
    turnMinutes: 90,
    freeAt: iso(30),
    before: 0,
  })
  expect(estimate(5, full)).toMatchObject({ minutes: 75, table: 'C', turnMinutes: 135 })
})

test('an overdue party leaves in ten minutes at the earliest', () => {
  expect(estimate(2, [seated('a', -200, -30), ...full.slice(1)])).toMatchObject({ minutes: 10 })
})

test('parties that wait already sit down first', () => {
  expect(estimate(2, full, [2])).toMatchObject({ minutes: 30, table: 'B', before: 1 })
  expect(estimate(2, full, [2, 2])).toMatchObject({ minutes: 75, table: 'C', before: 2 })
  // A party of twelve waits for joined tables, which nobody can foresee.
  expect(estimate(2, full, [12])).toMatchObject({ minutes: 30, table: 'A', before: 0 })
})

test('reservations of the next hours keep their tables, also without one yet', () => {
  expect(estimate(2, [...full, reserved(['a'], 60)])).toMatchObject({ minutes: 30, table: 'B' })
  expect(estimate(2, [...full, reserved(['a', 'b'], 60)])).toMatchObject({ table: 'C' })
  expect(estimate(3, [...full, reserved([], 60, 4)])).toMatchObject({ minutes: 75, table: 'C' })
})

test('no table is large enough', () => {
  expect(estimate(7, [])).toBeNull()
  const none = { sectors: [] }
  expect(waitEstimate({ now, plan: none, turnTimes: [], stays: [], waiting: [] }, 2)).toBeNull()
})
