import { expect, test } from 'vitest'
import { basketOf } from './condition.ts'

test('an order without details becomes a basket with unknown values', () => {
  expect(basketOf({})).toEqual({
    items: [],
    total: null,
    channel: null,
    paymentType: null,
    email: null,
    isNewUser: null,
    isBirthday: null,
  })
})

test('items go by their own id, and what they cost less is a discount', () => {
  const { items } = basketOf({
    items: [
      { product: { _id: 'p', externalId: 'P1' }, amount: 2, unitPrice: 900, baseUnitPrice: 1000 },
      { product: { externalId: 'P2' }, unitPrice: 1000, baseUnitPrice: 1000 },
      { product: { _id: 'q' }, promotionDiscount: 100 },
      { product: { _id: 'r' }, unitPrice: 5 },
      { productId: 's' },
      { product: { _id: 'in a combo' }, depth: 1 },
      { product: { name: 'nobody knows which' } },
    ],
  })
  expect(items).toEqual([
    { productId: 'p', amount: 2, price: 900, isDiscounted: true },
    { productId: 'P2', amount: 1, price: 1000, isDiscounted: false },
    { productId: 'q', amount: 1, price: null, isDiscounted: true },
    { productId: 'r', amount: 1, price: 5, isDiscounted: null },
    { productId: 's', amount: 1, price: null, isDiscounted: null },
  ])
})

test('the total is what the items cost; a channel needs both of its halves', () => {
  const order = { itemsPrice: 9000, totalPrice: 12_000, source: 'web', deliveryType: 'go' }
  expect(basketOf(order)).toMatchObject({ total: 9000, channel: 'web-go' })
  expect(basketOf({ totalPrice: 12_000, source: 'web' })).toMatchObject({
    total: 12_000,
    channel: null,
  })
})
