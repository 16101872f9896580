import { expect, test } from 'vitest'
import type { KeyArea } from '#contract/connection/key-access.ts'
import { areasLeftOut, notAllowedOf } from './key-access.ts'

const names: Record<KeyArea, string[]> = {
  orders: ['orders'],
  stock: ['menu', 'stock'],
  reservations: ['tables'],
  guests: [],
  coupons: ['marketing'],
  payments: [],
  store: ['orders'],
}

test.each([
  ['the areas without their permission', ['orders', 'stock'], ['reservations', 'coupons']],
  ['nothing for admin', ['admin'], []],
  ['nothing where one permission is unknown', ['orders', 'owner'], []],
  ['nothing where the platform told none', [], []],
  ['nothing where the platform wasn’t asked', null, []],
])('%s', (_what, permissions, expected) => {
  expect(areasLeftOut(permissions, names)).toEqual(expected)
})

test('without names nothing is left out', () => {
  const none = Object.fromEntries(Object.keys(names).map((area) => [area, []]))
  expect(areasLeftOut(['orders'], none as unknown as typeof names)).toEqual([])
})

test('a refusal is about reading, changing, or both', () => {
  const refused = (area: KeyArea, writes: boolean) => ({ operation: 'x', area, writes })
  expect(
    notAllowedOf(
      ['reservations'],
      [
        refused('coupons', true),
        refused('guests', false),
        refused('stock', true),
        refused('stock', false),
        refused('reservations', true),
      ],
    ),
  ).toEqual([
    { area: 'stock', what: 'all' },
    { area: 'reservations', what: 'all' },
    { area: 'guests', what: 'read' },
    { area: 'coupons', what: 'change' },
  ])
})
