import { expect, test } from 'vitest'
import { couponsOf, toStoredCoupon } from './stored-coupon.ts'

const at = '2026-11-20T15:30:00.000Z'

test('fields that the platform left out are absent, and empty fields are null', () => {
  const wire = { _id: 'c', code: null, name: 'Hola', type: 'fixed', surprise: true }
  expect(toStoredCoupon(wire, [], at)).toEqual({
    id: 'c',
    type: 'fixed',
    values: { code: null, name: 'Hola' },
    totalRedemptions: null,
    createdAt: null,
    deletedAt: null,
    unread: [],
    readAt: at,
  })
})

test.for([['items.'], ['']])(
  'the coupon names each field that could not be read (%s)',
  ([within]) => {
    const unread = ['0', '1.endDate', '3', '4.requiresStoresIds.1'].map(
      (path) => `${within}${path}`,
    )
    const { coupons, leftOut } = couponsOf([{ _id: 'b' }, { _id: 'c' }, { _id: 'e' }], unread, at)
    expect(leftOut).toBe(2)
    expect(coupons.map(({ id, unread: paths }) => [id, paths])).toEqual([
      ['b', ['endDate']],
      ['c', []],
      ['e', ['requiresStoresIds.1']],
    ])
  },
)
