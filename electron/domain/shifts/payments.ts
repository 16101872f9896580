import type { z } from 'zod'
import { noMethod } from '#contract/payments/payments.ts'
import type { TipVariants, MethodSums, ShiftSums } from '#contract/shifts/shifts.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import { addExact, rounded } from '#domain/money/money.ts'
import { methodIdOf, readMoney, type PaymentMoney } from '#domain/payments/payment.ts'
import { addTo, noSums, sumsOf, type ExactSum, type RunningSums } from '#domain/payments/payment.ts'

export type WirePayment = z.infer<typeof tabPaymentSchema>

/** The fields of a payment that sums need; none says who paid. */
export interface Payment extends PaymentMoney {
  shiftId: string
  /** Empty if it names none. */
  methodId: string
  personId: string
  /** Epoch milliseconds; null if the platform does not say. */
  at: number | null
  wantsInvoice: boolean
}

/** What the payments alone say about their shift. */
export interface GatheredShift {
  sum: RunningSums
  /** Valid payments, by method. */
  byMethod: Map<string, number>
  first: number | null
  last: number | null
  hasEnded: boolean
}

export const countOf = ({ counting, voided, toCheck }: RunningSums): number =>
  counting.count + voided.count + toCheck

export function shiftSumsOf(sum: RunningSums): ShiftSums {
  const { counting, voided, ...counts } = sumsOf(sum)
  const { count: payments, ...amounts } = counting
  const { count: voidedPayments, ...voidedAmounts } = voided
  return {
    payments,
    ...amounts,
    voided: { payments: voidedPayments, ...voidedAmounts },
    ...counts,
  }
}

/** `amount` plus `times` the tips, added exactly and rounded once. */
function withTips({ amount, tips }: ExactSum, times: 1 | -1): number {
  const both = { ...amount }
  addExact(both, tips, times)
  return rounded(both)
}

/** What was paid with the tips, for both places where they can be. */
export const paidOf = ({ counting }: RunningSums): TipVariants => ({
  inside: rounded(counting.amount),
  outside: withTips(counting, 1),
})

/** What was paid without the tips, for both places where they can be. */
export const paidWithoutTipsOf = ({ counting }: RunningSums): TipVariants => ({
  inside: withTips(counting, -1),
  outside: rounded(counting.amount),
})

/** Merges two versions of one payment. A voiding that is certain settles the doubt about it. */
function mergePayment(former: Payment, fresh: Payment): Payment {
  const isVoided = former.isVoided || fresh.isVoided
  const doubts = [...new Set([...former.doubts, ...fresh.doubts])]
  return { ...fresh, isVoided, doubts: doubts.filter((each) => each !== 'voidedAt' || !isVoided) }
}

/**
 * Collects payments and their shifts. A payment counts once, however often it arrives, and the
 * order of pages does not change the sums. A payment that was voided stays voided, and one whose
 * money was unreadable once needs a check.
 */
export class ShiftPayments {
  readonly #decimals: number
  readonly #payments = new Map<string, Payment>()
  readonly #shifts = new Map<string, GatheredShift>()
  readonly #methodNames = new Map<string, string>()
  /** Stores each text once, because parsed JSON has a copy for every payment. */
  readonly #texts = new Map<string, string>()

  constructor(decimals: number) {
    this.#decimals = decimals
  }

  get size(): number {
    return this.#payments.size
  }

  get shifts(): ReadonlyMap<string, GatheredShift> {
    return this.#shifts
  }

  /** By id, as the payments name them; empty if they give only the id. */
  get methodNames(): ReadonlyMap<string, string> {
    return this.#methodNames
  }

  all(): IterableIterator<Payment> {
    return this.#payments.values()
  }

  /** `unread` names the fields that could not be read. Returns whether the payment is new. */
  put(wire: WirePayment, unread: readonly string[] = []): boolean {
    const former = this.#payments.get(wire._id)
    const fresh = this.#paymentOf(wire, unread)
    const payment = former === undefined ? fresh : mergePayment(former, fresh)
    if (former !== undefined && former.shiftId !== '') this.#count(former, -1)
    this.#payments.set(wire._id, payment)
    this.#learnMethod(payment.methodId, wire.paymentMethodName)
    if (payment.shiftId !== '') this.#addToShift(payment, wire.shiftEndedAt != null)
    return former === undefined
  }

  /** Call this when everything is read: it frees the single payments and keeps the sums. */
  release(): void {
    this.#payments.clear()
    this.#texts.clear()
  }

  #paymentOf(wire: WirePayment, unread: readonly string[]): Payment {
    return {
      ...readMoney(wire, unread, this.#decimals),
      shiftId: this.#once(wire.shiftId),
      methodId: this.#once(methodIdOf(wire)),
      personId: this.#once(wire.createdById),
      at: wire.createdAt == null ? null : Date.parse(wire.createdAt),
      wantsInvoice: wire.shouldMakeInvoice === true,
    }
  }

  #once(text: string | null | undefined): string {
    const value = text ?? ''
    const stored = this.#texts.get(value)
    if (stored === undefined) this.#texts.set(value, value)
    return stored ?? value
  }

  #learnMethod(methodId: string, name: string | null | undefined): void {
    if (methodId === '') this.#methodNames.set(noMethod.id, noMethod.name)
    else if ((this.#methodNames.get(methodId) ?? '') === '')
      this.#methodNames.set(methodId, name ?? '')
  }

  #addToShift(payment: Payment, hasEnded: boolean): void {
    const { at } = payment
    const shift = this.#count(payment, 1)
    shift.hasEnded ||= hasEnded
    if (at === null) return
    shift.first = Math.min(shift.first ?? at, at)
    shift.last = Math.max(shift.last ?? at, at)
  }

  #count(payment: Payment, times: 1 | -1): GatheredShift {
    const shift = this.#shiftOf(payment.shiftId)
    addTo(shift.sum, payment, times)
    const { methodId, isVoided, doubts } = payment
    if (!isVoided && doubts.length === 0)
      shift.byMethod.set(methodId, (shift.byMethod.get(methodId) ?? 0) + times)
    return shift
  }

  #shiftOf(shiftId: string): GatheredShift {
    const gathered = this.#shifts.get(shiftId)
    if (gathered !== undefined) return gathered
    const shift = {
      sum: noSums(),
      byMethod: new Map<string, number>(),
      first: null,
      last: null,
      hasEnded: false,
    }
    this.#shifts.set(shiftId, shift)
    return shift
  }
}

export function paidBy(
  payments: Iterable<Payment>,
  keyOf: (payment: Payment) => string,
): Map<string, RunningSums> {
  const sumsByShift = new Map<string, RunningSums>()
  for (const payment of payments) {
    const key = keyOf(payment)
    const sum = sumsByShift.get(key) ?? noSums()
    addTo(sum, payment)
    sumsByShift.set(key, sum)
  }
  return sumsByShift
}

/** Sums by method, the largest first, with the known names. */
export const sumsByMethod = (
  payments: Iterable<Payment>,
  nameOf: (methodId: string) => string,
): MethodSums[] =>
  [...paidBy(payments, ({ methodId }) => methodId)]
    .map(([methodId, sum]) => ({
      methodId,
      name: nameOf(methodId),
      paid: paidOf(sum),
      ...shiftSumsOf(sum),
    }))
    .toSorted((a, b) => b.amount - a.amount || a.methodId.localeCompare(b.methodId))
