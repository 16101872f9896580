import { expect, test } from 'vitest'
import type { Reservation, ReservationList } from '#contract/reservations/reservations.ts'
import { arrangeRooms } from './arrange.ts'
import { bestTable, dropOf, fitOf, type Drop } from './drop.ts'
import { nearestTable } from './nearest.ts'
import { floorAt } from './table-state.ts'

const now = Date.parse('2026-11-21T23:00:00.000Z')
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
const table = (id: string, seats: number) =>
  ({ ...{ id, name: id, seats, learned: false }, shape: 'square', place: null }) as const
const plan: ReservationList['plan'] = {
  sectors: [
    { ...{ id: 's1', name: 'Salón', fixtures: [] }, tables: [table('a', 2), table('b', 4)] },
    { ...{ id: 's2', name: 'Terraza', fixtures: [] }, tables: [table('c', 8)] },
  ],
}
/** A party of two for 90 minutes; `starts` is in minutes from now. */
const party = (id: string, tableIds: string[], starts: number, some: object = {}): Reservation =>
  ({
    ...{ id, kind: 'booked', visit: 'expected', partySize: 2, durationMinutes: 90, tableIds },
    ...{ firstName: id, lastName: '', sectorId: 's1', isDiscarded: false, change: null },
    ...{ startsAt: iso(starts), endsAt: iso(starts + 90), seatedAt: null },
    ...some,
  }) as unknown as Reservation
const sits = (id: string, tableIds: string[], since: number, some: object = {}): Reservation =>
  party(id, tableIds, -since, { visit: 'seated', seatedAt: iso(-since), ...some })
const floor = (...reservations: Reservation[]) => floorAt({ plan, reservations }, now)

test.each<[string, Reservation[], string]>([
  ['nobody', [], 'free'],
  ['a reservation in an hour', [party('p', ['a'], 60)], 'free'],
  ['one in half an hour', [party('p', ['a'], 30)], 'soon'],
  ['one whose guests wait', [party('p', ['a'], 30, { visit: 'arrived' })], 'waits'],
  ['a party', [sits('p', ['a'], 30)], 'seated'],
  ['a party past its time', [sits('p', ['a'], 100)], 'overdue'],
  ['a party whose table is needed', [sits('p', ['a'], 30), party('q', ['a'], 50)], 'needed'],
  ['a party whose table is needed later', [sits('p', ['a'], 30), party('q', ['a'], 80)], 'seated'],
  ['a party that left', [party('p', ['a'], -60, { visit: 'left' })], 'free'],
])('a table of %s', (_title, reservations, expected) => {
  expect(floor(...reservations).states.get('a')?.status).toBe(expected)
})

const summary = (drop: Drop): string =>
  drop.kind === 'none' ? drop.why : `${drop.kind} ${drop.seats.tableIds.join(' ')}`
const waiting = party('w', [], -5, { kind: 'waiting' })

test.each<[string, string, string, Reservation[], string]>([
  ['guests who wait', 'w', 'b', [waiting], 'seat b'],
  ['guests who are due', 'p', 'b', [party('p', ['a'], 20)], 'seat b'],
  ['guests who come later', 'p', 'b', [party('p', ['a'], 60)], 'assign b'],
  ['guests at a table', 'p', 'b', [sits('p', ['a'], 5)], 'move b'],
  ['their own table', 'p', 'a', [sits('p', ['a'], 5)], 'same'],
  ['where others sit', 'w', 'b', [waiting, sits('q', ['b'], 200)], 'taken'],
  ['where others are expected now', 'w', 'b', [waiting, party('q', ['b'], -5)], 'reserved'],
  ['where others come soon', 'w', 'b', [waiting, party('q', ['b'], 20)], 'seat b'],
  ['guests who are gone', 'x', 'b', [], 'gone'],
])('a party on a table: %s', (_title, id, tableId, reservations, expected) => {
  const source = { kind: 'party', reservationId: id } as const
  expect(summary(dropOf(source, tableId, floor(...reservations)))).toBe(expected)
})

test.each<[string, 'table' | 'join', string, string, Reservation[], string]>([
  ['a party', 'table', 'a', 'b', [sits('p', ['a'], 5)], 'move b'],
  ['a free one onto a party', 'table', 'b', 'a', [sits('p', ['a'], 5)], 'join a b'],
  ['a party asks for one more', 'join', 'a', 'b', [sits('p', ['a'], 5)], 'join a b'],
  ['for a reservation', 'table', 'b', 'a', [party('p', ['a'], 90)], 'join a b'],
  ['for nobody', 'table', 'b', 'a', [party('p', ['a'], 150)], 'no-party'],
  ['in another sector', 'table', 'c', 'a', [sits('p', ['a'], 5)], 'two-sectors'],
  ['itself', 'table', 'a', 'a', [], 'same'],
])('a table on a table: %s', (_title, kind, from, to, reservations, expected) => {
  expect(summary(dropOf({ kind, tableId: from }, to, floor(...reservations)))).toBe(expected)
})

test('the smallest table with enough seats fits best; a short or needed one fits badly', () => {
  const shown = floor(party('w', [], -5, { kind: 'waiting', partySize: 3 }), party('q', ['c'], 20))
  const source = { kind: 'party', reservationId: 'w' } as const
  const drops = new Map(['a', 'b', 'c'].map((id) => [id, dropOf(source, id, shown)] as const))
  expect([...drops.values()].map((drop) => fitOf(drop, shown))).toEqual(['tight', 'good', 'tight'])
  expect(bestTable(drops, shown, ['a', 'b', 'c'])).toBe('b')
  expect(bestTable(drops, shown, ['a', 'c'])).toBeNull()
})

test('an arrow goes to the nearest table in its direction', () => {
  const spots = [
    { id: 'middle', x: 100, y: 100 },
    { id: 'right', x: 200, y: 110 },
    { id: 'far', x: 400, y: 100 },
    { id: 'below', x: 120, y: 220 },
  ]
  const [from] = spots
  const next = (key: 'ArrowRight' | 'ArrowDown' | 'ArrowLeft') =>
    from && nearestTable(spots, from, key)
  expect(next('ArrowRight')).toBe('right')
  expect(next('ArrowDown')).toBe('below')
  expect(next('ArrowLeft')).toBeNull()
})

test('rooms stand together where their tables stay large enough, the better way', () => {
  const rooms = [
    { x: 0, y: 0, width: 20, height: 20 },
    { x: 0, y: 0, width: 20, height: 20 },
  ]
  expect(arrangeRooms(rooms, { width: 1200, height: 600 }, 22)?.way).toBe('row')
  expect(arrangeRooms(rooms, { width: 600, height: 1200 }, 22)?.way).toBe('column')
  expect(arrangeRooms(rooms, { width: 600, height: 600 }, 22)).toBeNull()
})
