import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShiftPayments, shiftSumsOf, sumsByMethod, type WirePayment } from './payments.ts'

const payment = (fields: Partial<WirePayment>): WirePayment => ({
  _id: 'p',
  shiftId: 's1',
  paymentMethodId: 'cash',
  paymentMethodName: 'Efectivo',
  createdById: 'u1',
  amount: 1000,
  tipAmount: 100,
  createdAt: '2026-11-20T15:00:00.000Z',
  voidedAt: null,
  ...fields,
})

type Sent = readonly [wire: WirePayment, unread: readonly string[]]

/** A payment of which some fields cannot be read. */
const without = (wire: WirePayment, unread: readonly string[]): Sent => [
  { ...wire, ...Object.fromEntries(unread.map((field) => [field, undefined])) },
  unread,
]

function gathered(payments: readonly Sent[]) {
  const collected = new ShiftPayments(2)
  for (const [each, unread] of payments) collected.put(each, unread)
  const shifts = [...collected.shifts].map(([id, { byMethod, sum, ...rest }]) => {
    const methods = Object.fromEntries(byMethod)
    return [id, { ...rest, sums: shiftSumsOf(sum), methods }] as const
  })
  return {
    size: collected.size,
    shifts: Object.fromEntries(shifts.toSorted(([a], [b]) => a.localeCompare(b))),
    methods: sumsByMethod(collected.all(), (id) => id),
  }
}

const wire = fc
  .record({
    shiftId: fc.constantFrom('s1', 's2', 's3'),
    paymentMethodId: fc.constantFrom('cash', 'card', 'transfer', null),
    paymentMethodName: fc.constant(null),
    createdById: fc.constantFrom('u1', 'u2'),
    // One digit more than the currency has.
    amount: fc.integer({ min: -500_000, max: 5_000_000 }).map((units) => units / 1000),
    tipAmount: fc.option(fc.integer({ min: 0, max: 50_000 }).map((units) => units / 100)),
    voidedAt: fc.option(fc.constant('2026-11-20T16:00:00.000Z')),
  })
  .map(payment)
  .chain((each) =>
    fc
      .subarray(['amount', 'tipAmount', 'voidedAt'], { maxLength: 1 })
      .map((unread): Sent => without(each, unread)),
  )

test('any order and any repetition of pages gives the same sums', () => {
  fc.assert(
    fc.property(
      fc.array(wire, { maxLength: 60 }).chain((drawnPayments) => {
        const all = drawnPayments.map(([each, unread], index): Sent => [
          { ...each, _id: `p${String(index)}` },
          unread,
        ])
        return fc.record({
          all: fc.constant(all),
          again: all.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...all)),
          order: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        })
      }),
      ({ all, again, order }) => {
        const keys = order[Symbol.iterator]()
        const shuffled = [...all, ...again]
          .map((each) => [keys.next().value ?? 0, each] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, each]) => each)
        expect(gathered(shuffled)).toEqual(gathered(all))
      },
    ),
  )
})

const sums = { payments: 0, amount: 0, tips: 0, toCheck: 0, rounded: 0 }
const none = { payments: 0, amount: 0, tips: 0 }

test('a payment that was voided between two pages is voided, whichever comes last', () => {
  const before: Sent = [payment({}), []]
  const after: Sent = [payment({ voidedAt: '2026-11-20T15:05:00.000Z' }), []]
  const expected = { ...sums, voided: { payments: 1, amount: 100_000, tips: 10_000 } }
  expect(gathered([before, after]).shifts['s1']?.sums).toEqual(expected)
  expect(gathered([after, before]).shifts['s1']?.sums).toEqual(expected)
  // A later page on which a field can be read settles the doubt about it.
  const odd = without(payment({}), ['voidedAt'])
  expect(gathered([odd, after]).shifts['s1']?.sums).toEqual(expected)
  expect(gathered([after, odd]).shifts['s1']?.sums).toEqual(expected)
})

test('a payment whose amount was once unreadable must be checked, whichever version comes last', () => {
  const right: Sent = [payment({}), []]
  const expected = { ...sums, voided: none, toCheck: 1 }
  for (const unread of ['amount', 'tipAmount', 'voidedAt']) {
    const odd = without(payment({}), [unread])
    expect(gathered([right, odd]).shifts['s1']).toMatchObject({ sums: expected, methods: {} })
    expect(gathered([odd, right]).shifts['s1']).toMatchObject({ sums: expected })
  }
})

test('an unreadable payment is counted but in no sum; extra digits are kept', () => {
  const collected = new ShiftPayments(0)
  collected.put(payment({ _id: 'a', amount: null }))
  collected.put(payment({ _id: 'b', amount: 1e15 }))
  collected.put(payment({ _id: 'c', amount: 10.5, tipAmount: null }))
  collected.put(payment({ _id: 'd', amount: 10.5, tipAmount: null }))
  collected.put(payment({ _id: 'e', shiftId: null }))
  expect([...collected.all()].map(({ doubts }) => doubts)).toEqual([
    ['amount'],
    ['amount'],
    [],
    [],
    [],
  ])
  const shift = collected.shifts.get('s1')
  expect(shift && shiftSumsOf(shift.sum)).toEqual({
    ...sums,
    payments: 2,
    amount: 21,
    voided: none,
    toCheck: 2,
    rounded: 2,
  })
  expect([...collected.shifts.keys()]).toEqual(['s1'])
})

test('payments without a method id belong to no method, whatever their name is', () => {
  const collected = new ShiftPayments(2)
  collected.put(
    payment({ _id: 'a', paymentMethodId: 'btc', paymentMethodName: 'Bitcoin', amount: 7 }),
  )
  collected.put(
    payment({ _id: 'b', paymentMethodId: null, paymentMethodName: 'Bitcoin', amount: 3 }),
  )
  collected.put(payment({ _id: 'c', paymentMethodId: ' ', paymentMethodName: null, amount: 2 }))
  collected.put(payment({ _id: 'd', paymentMethodId: 'x', paymentMethodName: null, amount: 1 }))
  const methods = sumsByMethod(collected.all(), (id) => collected.methodNames.get(id) ?? '?')
  expect(methods.map(({ methodId, name, amount }) => [methodId, name, amount])).toEqual([
    ['btc', 'Bitcoin', 700],
    ['', 'No method', 500],
    ['x', '', 100],
  ])
})

test('a hundred thousand payments have an exact sum', () => {
  const collected = new ShiftPayments(2)
  for (let nth = 0; nth < 100_000; nth++)
    collected.put(payment({ _id: String(nth), amount: 499_999_999.99, tipAmount: 0.1 }))
  const shift = collected.shifts.get('s1')
  expect(shift && shiftSumsOf(shift.sum)).toMatchObject({
    payments: 100_000,
    amount: 4_999_999_999_900_000,
    tips: 1_000_000,
  })
})

test('no data about the payer is stored', () => {
  const collected = new ShiftPayments(2)
  collected.put(payment({ payerName: 'Ana Inventada', payerUserId: 'guest-7' }))
  const stored = inspect([...collected.all(), ...collected.shifts], { depth: null })
  expect(stored).not.toMatch(/Ana|guest-7/)
})
