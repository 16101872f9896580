import { expect, test } from 'vitest'
import { readPayment, type ReadPayment } from './payment.ts'
import { choicesOf, matchesFilter, sumPayments } from './sums.ts'

const at = '2026-11-20T15:00:00.000Z'
const read = (
  wire: Partial<Parameters<typeof readPayment>[0]>,
  unread: string[] = [],
): ReadPayment => readPayment({ _id: 'p', ...wire }, at, unread, 2)
const none = { count: 0, amount: 0, tips: 0 }

test('a payment with money in doubt is in no sum and counted apart; one without a tip has none', () => {
  const payments = [
    read({ paymentMethodId: 'm', amount: 10.1, tipAmount: 0.2 }),
    read({ paymentMethodId: 'm', amount: 0.2 }),
    read({ paymentMethodId: 'm', amount: null, tipAmount: 1 }),
    read({ paymentMethodId: 'm', amount: 1e13 }),
    read({ paymentMethodId: 'm', amount: 31 }, ['voidedAt']),
    read({ paymentMethodId: 'm', amount: 5 }, ['tipAmount']),
    read({ amount: 5, voidedAt: at }),
  ]
  expect(sumPayments(payments)).toEqual({
    methods: [
      {
        methodId: 'm',
        name: null,
        counting: { count: 2, amount: 1030, tips: 20 },
        voided: none,
        toCheck: 4,
        rounded: 0,
      },
      {
        methodId: null,
        name: null,
        counting: none,
        voided: { count: 1, amount: 500, tips: 0 },
        toCheck: 0,
        rounded: 0,
      },
    ],
    counting: { count: 2, amount: 1030, tips: 20 },
    voided: { count: 1, amount: 500, tips: 0 },
    toCheck: 4,
    rounded: 0,
  })
  expect(payments.map(({ shown }) => shown.toCheck)).toEqual([
    [],
    [],
    ['amount'],
    ['amount'],
    ['voidedAt'],
    ['tipAmount'],
    [],
  ])
  expect(payments[4]?.shown).toMatchObject({ amount: 3100, voidedAt: null })
  expect(payments[5]?.shown).toMatchObject({ amount: 500, tips: null })
})

test('digits beyond the currency’s decimals stay in the sum, and are reported', () => {
  const payments = [read({ amount: 1.005 }), read({ amount: 1.005, tipAmount: 0.001 })]
  expect(sumPayments(payments)).toMatchObject({
    counting: { count: 2, amount: 201, tips: 0 },
    rounded: 2,
    toCheck: 0,
  })
  expect(payments.map(({ shown }) => shown.exactly)).toEqual([
    { amount: '1.005', tips: null },
    { amount: '1.005', tips: '0.001' },
  ])
  expect(payments[0]?.shown.amount).toBe(101)
  expect(read({ amount: 1.01 }).shown.exactly).toEqual({ amount: null, tips: null })
})

test('a hundred thousand payments have an exact sum in any order', () => {
  const payments = Array.from({ length: 100_000 }, (_each, nth) =>
    read({ paymentMethodId: `m${String(nth % 5)}`, amount: (nth % 1000) + 0.01, tipAmount: 0.1 }),
  )
  const forwards = sumPayments(payments)
  expect(forwards.counting).toEqual({ count: 100_000, amount: 4_995_100_000, tips: 1_000_000 })
  expect(sumPayments(payments.toReversed()).counting).toEqual(forwards.counting)
  expect(forwards.methods.reduce((sum, { counting }) => sum + counting.amount, 0)).toBe(
    4_995_100_000,
  )
})

test('a payment without a method id is not merged with a method of the same name, and two methods of one name stay separate', () => {
  const payments = [
    read({ paymentMethodId: 'btc', paymentMethodName: 'Bitcoin', amount: 7 }),
    read({ paymentMethodName: 'Bitcoin', amount: 2 }),
    read({ paymentMethodId: ' ', amount: 1 }),
    read({ paymentMethodId: 'v1', paymentMethodName: 'Visa', amount: 5 }),
    read({ paymentMethodId: 'v2', paymentMethodName: 'Visa', amount: 4 }),
  ]
  expect(
    sumPayments(payments).methods.map(({ methodId, name, counting }) => [
      methodId,
      name,
      counting.amount,
    ]),
  ).toEqual([
    ['btc', 'Bitcoin', 700],
    ['v1', 'Visa (v1)', 500],
    ['v2', 'Visa (v2)', 400],
    [null, null, 300],
  ])
  expect(choicesOf(payments).methods.map(({ name }) => name)).toEqual([
    'Bitcoin',
    'Visa (v1)',
    'Visa (v2)',
  ])
})

test('an empty filter value selects payments without a method or a shift', () => {
  const nothing = read({ amount: 1 })
  const some = read({ amount: 1, paymentMethodId: 'm', shiftId: 's' })
  const odd = read({}, ['amount'])
  const request = { methodId: '', shiftId: null, voided: null }
  expect([nothing, some].filter(matchesFilter(request))).toEqual([nothing])
  expect(
    [nothing, some, odd].filter(matchesFilter({ methodId: 'm', shiftId: 's', voided: false })),
  ).toEqual([some])
  expect([nothing, some, odd].filter(matchesFilter({ ...request, voided: 'to-check' }))).toEqual([
    odd,
  ])
})

test('a shift has the times of its payments, and an end if a payment has one', () => {
  const { shown, money } = read({ shiftId: 's', shiftEndedAt: at })
  const later = { money, shown: { ...shown, at: '2026-11-20T16:00:00.000Z' } }
  expect(choicesOf([read({ shiftId: 's' }), later]).shifts).toEqual([
    { shiftId: 's', firstAt: at, lastAt: later.shown.at, endedAt: at, count: 2 },
  ])
})
