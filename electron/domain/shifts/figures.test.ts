import { describe, expect, test } from 'vitest'
import type { ShiftTotals } from '#contract/shifts/shifts.ts'
import { changesSince, markOf } from './figure-change.ts'
import {
  differencesOf,
  figuresOf,
  suggestCash,
  tipsSuggestedBy,
  type WireShift,
} from './figures.ts'
import { ShiftPayments, type WirePayment } from './payments.ts'
import { sumWaste } from './waste.ts'

const shift: WireShift = {
  _id: 's1',
  startedAt: '2026-11-20T13:00:00.000Z',
  endedAt: null,
  closedTabsTotalSales: 60_000,
  discountsAmount: 5_000,
  avgTicket: 20_000,
  eatersCount: 7,
  totalPayments: 55_000,
  cashRegisterShifts: [
    {
      _id: 'r-1',
      cashRegisterId: 'bar',
      startBalances: [{ paymentMethodId: 'cash', balance: 60_000 }],
      endBalances: [],
    },
  ],
}

const paid: [string, string, string, number, number, boolean?][] = [
  ['a', 'cash', '15:10', 20_000, 1_000],
  ['b', 'card', '15:50', 30_000, 3_000],
  ['c', 'card', '18:05', 5_000, 0],
  ['d', 'cash', '18:06', 9_000, 900, true],
]

const wire = paid.map(([_id, paymentMethodId, time, amount, tipAmount, isVoided]): WirePayment => ({
  _id,
  shiftId: 's1',
  paymentMethodId,
  createdById: time < '16' ? 'u1' : 'u2',
  amount,
  tipAmount,
  createdAt: `2026-11-20T${time}:00.000Z`,
  voidedAt: isVoided === true ? '2026-11-20T18:07:00.000Z' : null,
  shouldMakeInvoice: _id === 'b' || _id === 'd',
}))

function figures(more: Partial<WireShift> = {}, payments = wire) {
  const collected = new ShiftPayments(0)
  for (const each of payments) collected.put(each)
  return figuresOf({
    shift: { ...shift, ...more },
    payments: [...collected.all()],
    nameOf: (id) => id,
    waste: [],
    outbox: { unsent: 0, unknown: 0 },
    decimals: 0,
    timeZone: 'America/Santiago',
    tips: 'unknown',
    readAt: '2026-11-20T23:00:00.000Z',
  })
}

describe('figures', () => {
  test('are sums of the parts, voided ones apart, tips both ways', () => {
    const totals = figures()
    expect(totals.all).toEqual({
      payments: 3,
      amount: 55_000,
      tips: 4_000,
      voided: { payments: 1, amount: 9_000, tips: 900 },
      toCheck: 0,
      rounded: 0,
    })
    expect(totals.paid).toEqual({ inside: 55_000, outside: 59_000 })
    expect(totals.paidWithoutTips).toEqual({ inside: 51_000, outside: 55_000 })
    expect(
      totals.byMethod.map(({ methodId, amount, voided }) => [methodId, amount, voided.amount]),
    ).toEqual([
      ['card', 35_000, 0],
      ['cash', 20_000, 9_000],
    ])
    expect(totals.byPerson.map(({ personId, amount }) => [personId, amount])).toEqual([
      ['u1', 50_000],
      ['u2', 5_000],
    ])
    expect(totals).toMatchObject({ invoices: 1, tickets: 3, differences: [] })
    expect(totals.registers).toEqual([
      { id: 'bar', from: null, to: null, start: [{ methodId: 'cash', amount: 60_000 }], end: [] },
    ])
  })

  test('by hour have every hour between the first and the last', () => {
    expect(figures().byHour.map(({ from, amount }) => [from.slice(11, 16), amount])).toEqual([
      ['15:00', 50_000],
      ['16:00', 0],
      ['17:00', 0],
      ['18:00', 5_000],
    ])
    expect(figures({}, []).byHour).toEqual([])
  })

  test('a payment that was made weeks before its shift has an hour, and not all those between', () => {
    const early = { ...wire[0], _id: 'early', createdAt: '0001-01-01T00:10:00.000Z' }
    const hours = figures({}, [...wire, early]).byHour
    expect(hours).toHaveLength(5)
    expect(hours[0]).toMatchObject({ payments: 1, amount: 20_000 })
  })

  test('amounts and tips are added before they are rounded', () => {
    const collected = new ShiftPayments(2)
    const [cash] = wire
    if (cash === undefined) throw new Error('none')
    collected.put({ ...cash, amount: 1.005, tipAmount: 0.005 })
    const { paid, paidWithoutTips, all, byMethod } = figuresOf({
      shift,
      payments: [...collected.all()],
      nameOf: (id) => id,
      waste: [],
      outbox: { unsent: 0, unknown: 0 },
      decimals: 2,
      timeZone: 'America/Santiago',
      tips: 'unknown',
      readAt: '2026-11-20T23:00:00.000Z',
    })
    expect(all).toMatchObject({ amount: 101, tips: 1, rounded: 1 })
    expect(paid).toEqual({ inside: 101, outside: 101 })
    expect(paidWithoutTips).toEqual({ inside: 100, outside: 101 })
    expect(byMethod[0]?.paid).toEqual(paid)
  })
})

describe('figures that do not agree', () => {
  const paid = {
    paid: { inside: 55_000, outside: 59_000 },
    paidWithoutTips: { inside: 51_000, outside: 55_000 },
  }
  const own = (more: Partial<ShiftTotals>): ShiftTotals => ({
    sales: null,
    discounts: null,
    averageTicket: null,
    eaters: null,
    payments: null,
    ...more,
  })

  test.for<[string, Partial<ShiftTotals>, 'unknown' | 'inside' | 'outside', string[]]>([
    ['no value', {}, 'unknown', []],
    ['as the amounts', { payments: 55_000 }, 'unknown', []],
    ['with tips beside', { payments: 59_000 }, 'unknown', []],
    [
      'with tips beside, though they are inside',
      { payments: 59_000 },
      'inside',
      ['payments 55000'],
    ],
    ['without tips inside', { payments: 51_000 }, 'inside', []],
    [
      'without tips inside, though they are outside',
      { payments: 51_000 },
      'outside',
      ['payments 55000'],
    ],
    ['one peso off', { payments: 54_999 }, 'unknown', ['payments 55000']],
    ['nearer to the other', { payments: 58_000 }, 'unknown', ['payments 59000']],
    ['sales less discounts', { sales: 60_000, discounts: 5_000 }, 'unknown', []],
    ['sales without discounts', { sales: 60_000 }, 'unknown', ['sales 59000']],
    ['nothing sold', { sales: 0, payments: 0 }, 'outside', ['payments 55000', 'sales 55000']],
  ])('%s', ([_name, reported, tips, expected]) => {
    const differences = differencesOf(paid, own(reported), tips)
    expect(differences.map(({ about, ofParts }) => `${about} ${String(ofParts)}`)).toEqual(expected)
  })

  test.for<[string, Partial<ShiftTotals>, number, string | null]>([
    ['outside', { sales: 60_000, discounts: 5_000 }, 4_000, 'outside'],
    ['inside', { sales: 56_000, discounts: 5_000 }, 4_000, 'inside'],
    ['neither', { sales: 60_000 }, 4_000, 'neither'],
    ['without tips nothing', { sales: 55_000 }, 0, null],
    ['without sales nothing', {}, 4_000, null],
  ])('a past shift suggests %s', ([_name, reported, tips, expected]) => {
    expect(tipsSuggestedBy({ amount: 55_000, tips }, own(reported))).toBe(expected)
  })
})

test('names what changed since counting: a void, a payment, a balance', () => {
  const mark = markOf(figures())
  expect(changesSince(mark, figures())).toEqual([])
  const voided = wire.map((each) =>
    each._id === 'a' ? { ...each, voidedAt: '2026-11-20T22:00:00.000Z' } : each,
  )
  expect(changesSince(mark, figures({ totalPayments: 35_000 }, voided))).toEqual([
    { about: 'payments', methodId: null, before: 3, now: 2 },
    { about: 'voided', methodId: null, before: 1, now: 2 },
    { about: 'amount', methodId: 'cash', before: 20_000, now: 0 },
    { about: 'tips', methodId: 'cash', before: 1_000, now: 0 },
    { about: 'totals', methodId: null, before: 55_000, now: 35_000 },
  ])
  const end = [{ paymentMethodId: 'cash', balance: 79_000 }]
  const [register] = shift.cashRegisterShifts ?? []
  const ended = { cashRegisterShifts: [{ ...register, endBalances: end }] }
  expect(changesSince(mark, figures(ended)).map(({ about }) => about)).toEqual(['registers'])
})

test.for<[string, [string, string][], [string, number][], string | null]>([
  [
    'the only float',
    [
      ['a', 'Caja'],
      ['b', 'Tarjeta'],
    ],
    [['a', 5]],
    'a',
  ],
  [
    'a float before a name',
    [
      ['a', 'Caja'],
      ['b', 'Efectivo'],
    ],
    [['a', 5]],
    'a',
  ],
  [
    'the only name',
    [
      ['a', 'Débito'],
      ['b', 'Efectivo'],
    ],
    [],
    'b',
  ],
  [
    'two names are no telling',
    [
      ['a', 'Cash'],
      ['b', 'Efectivo USD'],
    ],
    [],
    null,
  ],
  [
    'two floats are settled by the name',
    [
      ['a', 'Cash'],
      ['b', 'Vale'],
    ],
    [
      ['a', 5],
      ['b', 1],
    ],
    'a',
  ],
  ['no telling', [['a', 'Tarjeta']], [['a', 0]], null],
  ['no part of a word', [['a', 'Cashback']], [], null],
])('cash is %s', ([_name, methods, floats, expected]) => {
  expect(
    suggestCash(
      methods.map(([methodId, name]) => ({ methodId, name })),
      [{ start: floats.map(([methodId, amount]) => ({ methodId, amount })) }],
    ),
  ).toBe(expected)
})

test('waste is summed exactly by ingredient and unit, and voided ones are none', () => {
  const of = (quantity: number, unit = 'kg', voidedAt: string | null = null) => ({
    _id: 'w',
    voidedAt,
    ingredients: [
      { ingredientId: 'palta', name: 'Palta', unitOfMeasurement: unit, quantity },
      { ingredientId: 'pan', name: 'Pan', unitOfMeasurement: 'unidad', quantity: 1 },
    ],
  })
  const sums = sumWaste([of(0.1), of(0.2), of(3, 'unidad'), of(9, 'kg', '2026-11-20T15:00:00Z')])
  expect(sums.map(({ name, unit, quantity }) => [name, unit, quantity])).toEqual([
    ['Palta', 'kg', 0.3],
    ['Palta', 'unidad', 3],
    ['Pan', 'unidad', 3],
  ])
})
