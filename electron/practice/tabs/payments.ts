import tillFile from '../../../resources/practice/till.json' with { type: 'json' }
import type { Random } from '../random.ts'

/**
 * A payment method of the practice till: id, name, the share of payments made with it, and how
 * often a tip comes with it.
 */
export type PaymentMethod = (typeof tillFile.paymentMethods)[number]

/** The people and registers of a till, and how many records it has. */
export type TillSetup = (typeof tillFile.stores)[number]

export type CashRegister = TillSetup['cashRegisters'][number]

/** A payment in the till. Instants are in epoch milliseconds, money in whole pesos. */
export interface TakenPayment {
  createdAt: number
  /** Null if it is not voided. */
  voidedAt: number | null
  method: PaymentMethod
  register: CashRegister
  staffId: string
  /** Without the tip. */
  amount: number
  tipAmount: number
  payerName: string | null
  payerUserId: string | null
  shouldMakeInvoice: boolean
}

/** The closed tab of one table. Its sales less the discount equal the sum of its valid payments. */
export interface DiningTab {
  sales: number
  discount: number
  eaters: number
  payments: TakenPayment[]
}

const minute = 60_000
const second = 1000

const methods = tillFile.paymentMethods.map((method) => [method, method.share] as const)

const toTens = (amount: number): number => Math.round(amount / 10) * 10

/** A plate and often a drink per guest. Chilean prices end in 90. */
const priceOfMeal = (random: Random): number =>
  random.between(6, 14) * 1000 - 10 + (random.chance(0.7) ? random.between(2, 5) * 1000 - 10 : 0)

/** The amounts that `parts` people pay together. */
function split(due: number, parts: number): number[] {
  const part = Math.floor(due / parts / 10) * 10
  return [due - part * (parts - 1), ...Array.from({ length: parts - 1 }, () => part)]
}

/** A payment of this amount. The tip is the customary tenth, or nothing. */
function pay(setup: TillSetup, amount: number, createdAt: number, random: Random): TakenPayment {
  const place = random.between(0, setup.staffIds.length - 1)
  const register = setup.cashRegisters[place % setup.cashRegisters.length]
  const staffId = setup.staffIds[place]
  if (register === undefined || staffId === undefined) throw new Error('a till without a register')
  const method = random.weighted(methods)
  const isKnown = random.chance(0.06)
  const shouldMakeInvoice = random.chance(0.05)
  return {
    createdAt,
    voidedAt: null,
    method,
    register,
    staffId,
    amount,
    tipAmount: random.chance(method.tipped) ? toTens(amount / 10) : 0,
    payerName:
      isKnown || shouldMakeInvoice || random.chance(0.15) ? random.pick(tillFile.payerNames) : null,
    payerUserId: isKnown ? `usr-${random.id(12)}` : null,
    shouldMakeInvoice,
  }
}

/**
 * A mistake before a payment: the same amount by another person or method, voided before the
 * correct payment.
 */
function mistakenPayment(right: TakenPayment, setup: TillSetup, random: Random): TakenPayment {
  const createdAt = right.createdAt - random.between(2 * minute, 5 * minute)
  const voidedAt = createdAt + random.between(30 * second, 90 * second)
  const { payerName, payerUserId, shouldMakeInvoice } = right
  const mistaken = pay(setup, right.amount, createdAt, random)
  return { ...mistaken, payerName, payerUserId, shouldMakeInvoice, voidedAt }
}

/**
 * Makes tabs with exactly `payments` payments in total, including voided ones (about 3 %). The last
 * payment of each tab is at an instant of `times`, the others up to eight minutes earlier.
 */
export function makeTabs(
  setup: TillSetup,
  payments: number,
  times: { next(): number },
  random: Random,
): DiningTab[] {
  const tabs: DiningTab[] = []
  let missing = payments
  while (missing > 0) {
    const count = random.weighted([
      [1, 78],
      [2, 17],
      [3, 5],
    ])
    const isMistaken = random.chance(0.04) && missing > 1
    const parts = Math.min(count, missing - (isMistaken ? 1 : 0))
    const eaters = Math.max(
      parts,
      random.weighted([
        [1, 30],
        [2, 42],
        [3, 12],
        [4, 12],
        [6, 4],
      ]),
    )
    const meals = Array.from({ length: eaters }, () => priceOfMeal(random))
    const sales = meals.reduce((sum, price) => sum + price, 0)
    const discount = random.chance(0.1) ? toTens(sales * random.pick([0.1, 0.15, 0.2])) : 0
    const last = times.next()
    const tabPayments = split(sales - discount, parts).map((amount, index) =>
      pay(setup, amount, last - index * random.between(15 * second, 70 * second), random),
    )
    const [first] = tabPayments
    if (isMistaken && first !== undefined) tabPayments.push(mistakenPayment(first, setup, random))
    tabs.push({ sales, discount, eaters, payments: tabPayments })
    missing -= tabPayments.length
  }
  return tabs
}

interface PaymentNames {
  id: string
  code: string
  shiftId: string
  /** ISO 8601. */
  shiftEndedAt: string | null
}

/**
 * A payment in the platform's form, with every field. Money is in whole pesos, the amount without
 * the tip; date-times are ISO 8601 in UTC; `shiftEndedAt` is null while the shift is open.
 */
export function tabPayment(payment: TakenPayment, names: PaymentNames) {
  return {
    _id: names.id,
    code: names.code,
    shiftId: names.shiftId,
    paymentMethodId: payment.method._id,
    paymentMethodName: payment.method.name,
    createdById: payment.staffId,
    payerName: payment.payerName,
    payerUserId: payment.payerUserId,
    amount: payment.amount,
    tipAmount: payment.tipAmount,
    createdAt: new Date(payment.createdAt).toISOString(),
    voidedAt: payment.voidedAt === null ? null : new Date(payment.voidedAt).toISOString(),
    shiftEndedAt: names.shiftEndedAt,
    shouldMakeInvoice: payment.shouldMakeInvoice,
  }
}

export type WireTabPayment = ReturnType<typeof tabPayment>
