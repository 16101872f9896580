import { expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { readPayment } from './payment.ts'
import { choicesOf, passes, sumPayments } from './sums.ts'

const at = '2026-11-20T15:00:00.000Z'
const read = (wire: Partial<Parameters<typeof readPayment>[0]>, decimals = 2): Payment =>
  readPayment({ _id: 'p', ...wire }, at, decimals)

test('a payment without an amount is in no sum and is counted; one without a tip has none', () => {
  const payments = [
    read({ paymentMethodId: 'm', amount: 10.1, tipAmount: 0.2 }),
    read({ paymentMethodId: 'm', amount: 0.2 }),
    read({ paymentMethodId: 'm', amount: null, tipAmount: 1 }),
    read({ paymentMethodId: 'm', amount: 1.005 }),
    read({ amount: 5, voidedAt: at }),
  ]
  expect(sumPayments(payments)).toEqual({
    methods: [
      {
        methodId: 'm',
        name: null,
        count: 4,
        amount: 1030,
        tips: 120,
        voided: { count: 0, amount: 0, tips: 0 },
      },
      {
        methodId: null,
        name: null,
        count: 0,
        amount: 0,
        tips: 0,
        voided: { count: 1, amount: 500, tips: 0 },
      },
    ],
    counting: { count: 4, amount: 1030, tips: 120 },
    voided: { count: 1, amount: 500, tips: 0 },
    unsummed: 2,
  })
})

test('a hundred thousand payments come to the cent, in whichever order', () => {
  const payments = Array.from({ length: 100_000 }, (_each, nth) =>
    read({ paymentMethodId: `m${String(nth % 5)}`, amount: (nth % 1000) + 0.01, tipAmount: 0.1 }),
  )
  const forwards = sumPayments(payments)
  expect(forwards.counting).toEqual({ count: 100_000, amount: 4_995_100_000, tips: 1_000_000 })
  expect(sumPayments(payments.toReversed()).counting).toEqual(forwards.counting)
  expect(forwards.methods.reduce((sum, { amount }) => sum + amount, 0)).toBe(4_995_100_000)
})

test('the empty text asks for those that name no method, and no shift', () => {
  const none = read({ amount: 1 })
  const some = read({ amount: 1, paymentMethodId: 'm', shiftId: 's' })
  const wish = { methodId: '', shiftId: null, voided: null }
  expect([none, some].filter(passes(wish))).toEqual([none])
  expect([none, some].filter(passes({ methodId: 'm', shiftId: 's', voided: false }))).toEqual([
    some,
  ])
})

test('a shift has the times of its payments, and its end where one of them tells it', () => {
  const later = { ...read({ shiftId: 's', shiftEndedAt: at }), at: '2026-11-20T16:00:00.000Z' }
  expect(choicesOf([read({ shiftId: 's' }), later]).shifts).toEqual([
    { shiftId: 's', firstAt: at, lastAt: later.at, endedAt: at, count: 2 },
  ])
})
