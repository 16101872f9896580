import { expect, test } from 'vitest'
import type { GuestOrder } from '#contract/guests/fields.ts'
import { guestRow } from './guest.ts'
import { inOrder, monthOf, passes, type GuestFilter } from './guest-list.ts'

const guests = [
  { _id: 'a', name: 'Óscar', lastOrder: '2026-10-03T15:00:00.000Z', pointsBalance: 0 },
  { _id: 'b', name: null, lastOrder: null, pointsBalance: null },
  { _id: 'c', name: ' ana', lastOrder: '2026-11-03T15:00:00.000Z', pointsBalance: 1200 },
  { _id: 'd', name: 'Ñandú', lastOrder: null, pointsBalance: -5 },
  { _id: 'e', name: 'nora', lastOrder: '2026-10-03T15:00:00.000Z', pointsBalance: 1200 },
].map((client) => guestRow(client, ''))

const idsOf = (rows: readonly { clientId: string }[]) =>
  rows.map(({ clientId }) => clientId).join(' ')

test.for<[GuestOrder, string]>([
  ['joined', 'a b c d e'],
  ['name', 'c e d a b'],
  ['last-visit', 'c a e b d'],
  ['points', 'c e a d b'],
])('by %s: guests without a value come last, and equal guests keep their order', ([order, ids]) => {
  expect(idsOf(inOrder(guests, order))).toBe(ids)
})

test('the other way round, guests without a value still come last', () => {
  expect(idsOf(inOrder(guests, 'name', true))).toBe('a d e c b')
  expect(idsOf(inOrder(guests, 'last-visit', true))).toBe('a e c b d')
})

test.for<[GuestFilter, string]>([
  [{}, 'a b c d e'],
  [{ tag: 'vip' }, 'c'],
  [{ birthdayMonth: 5 }, 'd'],
  [{ minVisits: 3 }, 'a c'],
  [{ lastVisit: { from: '2026-10-03T15:00:00.000Z', to: '2026-11-03T15:00:00.000Z' } }, 'a e'],
  [{ minVisits: 3, tag: 'vip' }, 'c'],
])('%j lets these pass: %s', ([filter, ids]) => {
  const visited = guests.map((guest) => ({
    ...guest,
    visits: { a: 3, c: 12 }[guest.clientId] ?? null,
    birthdayMonth: guest.clientId === 'd' ? 5 : null,
    tags: guest.clientId === 'c' ? (['vip'] as const).slice() : [],
  }))
  expect(idsOf(visited.filter((guest) => passes(guest, filter)))).toBe(ids)
})

test.for([
  ['1990-05-17', 5],
  ['1990-12-01T00:00:00.000Z', 12],
  ['1990-13-01', null],
  ['17/5', null],
  ['', null],
] as const)('the month of %j is %s', ([birthday, month]) => {
  expect(monthOf(birthday)).toBe(month)
})
