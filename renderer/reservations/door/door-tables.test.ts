import { expect, test } from 'vitest'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { doorTables, firstNext } from './door-tables.ts'

const now = Date.parse('2026-12-04T23:00:00.000Z')
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

const table = (id: string, seats: number, learned = false) => ({
  ...{ id, name: id, seats, learned },
  ...{ shape: 'square' as const, place: null },
})
const plan = {
  sectors: [
    { id: 's', name: 'Salón', fixtures: [], tables: ['a', 'b', 'c'].map((id) => table(id, 4)) },
    { id: 't', name: 'Terraza', fixtures: [], tables: [table('d', 6), table('e', 2)] },
  ],
}
/** A party at a table, from and to so many minutes from now. */
const party = (
  id: string,
  tableId: string,
  [from, to]: readonly [number, number],
  some: Partial<Reservation> = {},
) =>
  ({
    ...{ id, kind: 'booked', visit: 'expected', tableIds: [tableId], change: null },
    ...{ startsAt: inMinutes(from), endsAt: inMinutes(to), isDiscarded: false, delivery: null },
    ...some,
  }) as Reservation

const listed = (reservations: Reservation[], partySize = 3, ownId: string | null = null) =>
  doorTables({ plan, reservations }, { partySize, minutes: 90, ownId }, now).map(
    ({ id, takenBy, next, isTooSmall }) =>
      [id, takenBy && `-${takenBy.id}`, next && `>${next.id}`, isTooSmall && 'small']
        .filter((part) => part !== null && part !== false)
        .join(' '),
  )

test.each<[string, Reservation[], string[]]>([
  ['all are free: the smallest that fits first', [], ['a', 'b', 'c', 'd', 'e small']],
  [
    'taken ones last, the one that is free soonest first',
    [
      party('x', 'a', [-30, 60], { visit: 'seated' }),
      party('y', 'b', [-30, 20], { visit: 'seated' }),
    ],
    ['c', 'd', 'e small', 'b -y', 'a -x'],
  ],
  [
    'who stays past the time still sits there',
    [party('x', 'a', [-120, -10], { visit: 'seated' })],
    ['b', 'c', 'd', 'e small', 'a -x'],
  ],
  [
    'who is late was promised the table',
    [party('x', 'a', [-20, 70], { visit: 'late' })],
    ['b', 'c', 'd', 'e small', 'a -x'],
  ],
  [
    'reserved before the guests leave: after those that are free for longer',
    [party('x', 'a', [89, 180]), party('y', 'b', [90, 180])],
    ['b', 'c', 'd', 'a >x', 'e small'],
  ],
  [
    'left, gone, or never there',
    [
      party('x', 'a', [-60, -30], { visit: 'left' }),
      party('y', 'b', [10, 100], { visit: 'no-show' }),
      party('z', 'c', [10, 100], { kind: 'waiting' }),
    ],
    ['a', 'b', 'c', 'd', 'e small'],
  ],
])('%s', (_title, reservations, expected) => {
  expect(listed(reservations)).toEqual(expected)
})

test('a party’s own reservation doesn’t block its table', () => {
  const own = party('x', 'a', [-5, 85], { visit: 'arrived' })
  expect(listed([own], 3, 'x')[0]).toBe('a')
})

test('of joined tables, the one that is needed first counts', () => {
  const reservations = [party('x', 'a', [80, 170]), party('y', 'b', [40, 130])]
  const all = doorTables({ plan, reservations }, { partySize: 8, minutes: 90, ownId: null }, now)
  expect(firstNext(all.filter(({ id }) => id === 'a' || id === 'b'))?.id).toBe('y')
  expect(firstNext(all.filter(({ id }) => id === 'c'))).toBe(null)
})
