import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderSchema } from '#platform/order.ts'
import { tries } from '#test/support/tries.ts'
import { dialect } from '../dialect.ts'
import { practiceMenu } from '../menu/payload.ts'
import { makeOrder } from './maker.ts'
import type { WireOrder } from './wire.ts'

const now = Date.parse('2026-11-20T15:00:00.000Z')
const make = (seed: number, number = 1, request: Partial<WireOrder> = {}) =>
  makeOrder({ seed, run: String(now), number, menu: practiceMenu, now }, request)

const anyOrder = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 5000 }))
  .map(([seed, number]) => make(seed, number))

function holds(check: (order: WireOrder) => void): void {
  const property = fc.property(anyOrder, (order) => {
    check(order)
  })
  fc.assert(property, { numRuns: tries(100, 3_000) })
}

describe('any order', () => {
  test('is read by the app without losing a field', () => {
    holds((order) => {
      expect(orderSchema.parse(order)).toStrictEqual(order)
    })
  })

  test('adds up', () => {
    holds((order) => {
      for (const item of order.items) {
        const extras = item.modifiers
          .flatMap(({ options, countById }) =>
            options.map(({ optionId, price }) => price * (countById[optionId] ?? Number.NaN)),
          )
          .reduce((sum, price) => sum + price, 0)
        expect(item.unitPrice).toBe(item.productPrice + extras)
      }
      const lines = order.items.reduce((sum, item) => sum + item.unitPrice * item.amount, 0)
      expect(order.itemsPrice).toBe(lines)
      expect(order.totalPrice).toBe(
        lines + order.deliveryFee + order.serviceFee - order.totalDiscount,
      )
      expect(order.amountToPay).toBe(order.totalPrice + order.tipAmount)
      expect(Number.isInteger(order.amountToPay)).toBe(true)
      expect(order.cashAmount ?? Infinity).toBeGreaterThanOrEqual(order.amountToPay)
    })
  })

  test('keeps to the menu: amounts, required modifiers, limits of options', () => {
    holds((order) => {
      expect(order.items.length).toBeGreaterThanOrEqual(1)
      expect(order.items.length).toBeLessThanOrEqual(8)
      expect(new Set(order.items.map(({ _id }) => _id)).size).toBe(order.items.length)
      for (const item of order.items) {
        const product = practiceMenu.products.find(({ _id }) => _id === item.product._id)
        expect(product?.available).toBe(true)
        for (const modifier of practiceMenu.modifiers) {
          if (!product?.modifiersIds.includes(modifier._id)) continue
          const chosen = item.modifiers.find(({ modifierId }) => modifierId === modifier._id)
          const count = Object.values(chosen?.countById ?? {}).reduce((sum, n) => sum + n, 0)
          expect(count).toBeGreaterThanOrEqual(modifier.min)
          expect(count).toBeLessThanOrEqual(modifier.max)
        }
      }
    })
  })

  test('is promised no earlier than the kitchen can finish', () => {
    holds((order) => {
      const minutes = (Date.parse(order.deliverAt) - Date.parse(order.createdAt)) / 60_000
      if (order.isScheduled) expect(minutes).toBeGreaterThan(order.expectedPreparationDuration)
      else expect(minutes).toBe(order.expectedPreparationDuration)
      expect(order.address !== null).toBe(order.deliveryType === dialect.deliveryTypeDelivery)
    })
  })
})

describe('many orders', () => {
  const orders = Array.from({ length: 400 }, (_, index) => make(7, index + 1))
  const share = (fits: (order: WireOrder) => boolean) => orders.filter(fits).length / orders.length

  test('have the sizes of a real evening', () => {
    expect(share(({ items }) => items.length >= 2 && items.length <= 4)).toBeGreaterThan(0.6)
    expect(Math.max(...orders.map(({ items }) => items.length))).toBe(8)
  })

  test('are of every type, some scheduled, flagged, commented, with an allergy, with options twice', () => {
    for (const type of [
      dialect.deliveryTypeDelivery,
      dialect.deliveryTypePickup,
      dialect.deliveryTypeTable,
    ]) {
      expect(share(({ deliveryType }) => deliveryType === type)).toBeGreaterThan(0.1)
    }
    expect(share(({ isScheduled }) => isScheduled)).toBeGreaterThan(0.02)
    expect(share(({ flagColor }) => flagColor !== null)).toBeGreaterThan(0.05)
    expect(share(({ items }) => items.some(({ comment }) => comment !== null))).toBeGreaterThan(0.2)
    const comments = orders.flatMap(({ items }) => items.map(({ comment }) => comment))
    expect(comments).toContain('Alergia al maní')
    const counts = orders.flatMap(({ items }) =>
      items.flatMap(({ modifiers }) => modifiers.flatMap((each) => Object.values(each.countById))),
    )
    expect(counts).toContain(2)
  })

  test('count their codes up from 1001 and have ids of their own', () => {
    expect(orders.slice(0, 3).map(({ code }) => code)).toEqual(['1001', '1002', '1003'])
    expect(new Set(orders.map(({ _id }) => _id)).size).toBe(orders.length)
  })
})

test('the same seed gives the same order, another seed another one', () => {
  expect(make(3, 12)).toEqual(make(3, 12))
  expect(make(4, 12).items).not.toEqual(make(3, 12).items)
})

test('another run has the same orders under other ids', () => {
  const { _id, ...order } = make(3, 12)
  const again = makeOrder({ seed: 3, run: 'later', number: 12, menu: practiceMenu, now })
  expect(again).toMatchObject(order)
  expect(again._id).not.toBe(_id)
})

test('given values are used, and the sums follow', () => {
  const [item] = make(1).items
  const order = make(1, 1, {
    deliveryType: dialect.deliveryTypeDelivery,
    buyerName: 'Ana',
    tipAmount: 700,
    items: item === undefined ? [] : [{ ...item, amount: 10 }],
  })
  expect(order).toMatchObject({ buyerName: 'Ana', tipAmount: 700, deliveryType: 'delivery' })
  expect(order.address).not.toBeNull()
  expect(order.itemsPrice).toBe((item?.unitPrice ?? 0) * 10)
  expect(order.amountToPay).toBe(order.totalPrice + 700)
})
