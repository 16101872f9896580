import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPaymentBook, sumsByMethod, type WirePayment } from './payments.ts'

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

function gathered(payments: readonly WirePayment[]) {
  const book = createPaymentBook(2)
  for (const each of payments) book.put(each)
  return {
    size: book.size,
    shifts: Object.fromEntries(
      [...book.shifts]
        .map(
          ([id, { byMethod, ...rest }]) =>
            [id, { ...rest, ...Object.fromEntries(byMethod) }] as const,
        )
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ),
    methods: sumsByMethod(book.all(), (id) => id),
  }
}

const wire = fc
  .record({
    shiftId: fc.constantFrom('s1', 's2', 's3'),
    paymentMethodId: fc.constantFrom('cash', 'card', 'transfer'),
    paymentMethodName: fc.constant(null),
    createdById: fc.constantFrom('u1', 'u2'),
    amount: fc.integer({ min: -500_000, max: 5_000_000 }).map((units) => units / 100),
    tipAmount: fc.option(fc.integer({ min: 0, max: 50_000 }).map((units) => units / 100)),
    voidedAt: fc.option(fc.constant('2026-11-20T16:00:00.000Z')),
  })
  .map(payment)

test('any order and any repetition of pages gives the same sums', () => {
  fc.assert(
    fc.property(
      fc.array(wire, { maxLength: 60 }).chain((made) => {
        const all = made.map((each, index) => ({ ...each, _id: `p${String(index)}` }))
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

test('a payment that was voided between two pages is voided, whichever comes last', () => {
  const before = payment({})
  const after = payment({ voidedAt: '2026-11-20T15:05:00.000Z' })
  const expected = {
    payments: 0,
    amount: 0,
    tips: 0,
    voided: { payments: 1, amount: 100_000, tips: 10_000 },
  }
  expect(gathered([before, after]).shifts['s1']?.sums).toEqual(expected)
  expect(gathered([after, before]).shifts['s1']?.sums).toEqual(expected)
})

test('what cannot be read counts for nothing, and is counted', () => {
  const book = createPaymentBook(0)
  book.put(payment({ _id: 'a', amount: null }))
  book.put(payment({ _id: 'b', amount: 1e15 }))
  book.put(payment({ _id: 'c', amount: 10.5, tipAmount: null }))
  book.put(payment({ _id: 'd', shiftId: null }))
  const all = [...book.all()]
  expect(all.map(({ isUnread }) => isUnread)).toEqual([true, true, false, false])
  expect(all.map(({ isRounded }) => isRounded)).toEqual([false, false, true, false])
  expect(book.shifts.get('s1')?.sums).toMatchObject({ payments: 3, amount: 11, tips: 0 })
  expect([...book.shifts.keys()]).toEqual(['s1'])
})

test('a hundred thousand payments have an exact sum', () => {
  const book = createPaymentBook(2)
  for (let nth = 0; nth < 100_000; nth++)
    book.put(payment({ _id: String(nth), amount: 499_999_999.99, tipAmount: 0.1 }))
  expect(book.shifts.get('s1')?.sums).toMatchObject({
    payments: 100_000,
    amount: 4_999_999_999_900_000,
    tips: 1_000_000,
  })
})

test('nothing of who paid is kept', () => {
  const book = createPaymentBook(2)
  book.put(payment({ payerName: 'Ana Inventada', payerUserId: 'guest-7' }))
  expect(JSON.stringify([...book.all(), ...book.shifts])).not.toMatch(/Ana|guest-7/)
})
