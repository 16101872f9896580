import { expect, test } from 'vitest'
import { keyAreas } from '#contract/connection/key-access.ts'
import { createDialect } from './dialect.ts'
import { keyAreaOf, permissionsOf } from './key-areas.ts'
import { platformOperations, type PlatformOperationName } from './operations.ts'

test.each<[PlatformOperationName, ReturnType<typeof keyAreaOf>]>([
  ['sendPreparationReady', 'orders'],
  ['readMenu', 'stock'],
  ['setOutOfStock', 'stock'],
  ['createReservation', 'reservations'],
  ['listLoyaltyClients', 'guests'],
  ['updateCoupon', 'coupons'],
  ['listTabPayments', 'payments'],
  ['listWasteIncidents', 'payments'],
  ['readShift', 'payments'],
  ['temporaryClose', 'store'],
  ['readMe', undefined],
  ['completeOrder', undefined],
])('%s needs %s', (name, area) => {
  expect(keyAreaOf(platformOperations[name].spec)).toBe(area)
})

test('no operation is forgotten: only the token and the sales channel need no permission', () => {
  const open = Object.entries(platformOperations).filter(([, { spec }]) => !keyAreaOf(spec))
  expect(open.map(([name]) => name)).toEqual(['readMe', 'completeOrder'])
})

test('each area has its own permissions in the dialect', () => {
  const dialect = createDialect({
    permissionsOrders: 'orders',
    permissionsStock: 'stock menus',
    permissionsReservations: 'reservations',
    permissionsGuests: 'guests',
    permissionsCoupons: 'coupons',
    permissionsPayments: 'payments',
    permissionsStore: 'store',
  })
  expect(permissionsOf(dialect)).toEqual({
    ...Object.fromEntries(keyAreas.map((area) => [area, [area]])),
    stock: ['stock', 'menus'],
  })
})
