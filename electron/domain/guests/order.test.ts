import { expect, test } from 'vitest'
import type { GuestOrder } from '#contract/guests/fields.ts'
import { guestRow, inOrder } from './guest.ts'

const guests = [
  { _id: 'a', name: 'Óscar', lastOrder: '2026-10-03T15:00:00.000Z', pointsBalance: 0 },
  { _id: 'b', name: null, lastOrder: null, pointsBalance: null },
  { _id: 'c', name: ' ana', lastOrder: '2026-11-03T15:00:00.000Z', pointsBalance: 1200 },
  { _id: 'd', name: 'Ñandú', lastOrder: null, pointsBalance: -5 },
  { _id: 'e', name: 'nora', lastOrder: '2026-10-03T15:00:00.000Z', pointsBalance: 1200 },
].map((client) => guestRow(client, ''))

test.for<[GuestOrder, string]>([
  ['joined', 'a b c d e'],
  ['name', 'c e d a b'],
  ['last-order', 'c a e b d'],
  ['points', 'c e a d b'],
])('by %s: guests without a value come last, and equal guests keep their order', ([order, ids]) => {
  expect(
    inOrder(guests, order)
      .map(({ clientId }) => clientId)
      .join(' '),
  ).toBe(ids)
})
