import type { z } from 'zod'
import { noMethod } from '#contract/payments.ts'
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

/**
 * Collects payments and their shifts. A payment counts once, however often it arrives, and the
 * order of pages does not change the sums. A payment that was voided stays voided, and one whose
 * money was unreadable once needs a check.
 */
export interface ShiftPayments {
  /** `unread` names the fields that could not be read. Returns whether the payment is new. */
  put(payment: WirePayment, unread?: readonly string[]): boolean
  readonly size: number
  readonly shifts: ReadonlyMap<string, GatheredShift>
  /** By id, as the payments name them; empty if they give only the id. */
  readonly methodNames: ReadonlyMap<string, string>
  all(): IterableIterator<Payment>
  /** Call this when everything is read: it frees the single payments and keeps the sums. */
  release(): void
}

/** Merges two versions of one payment. A voiding that is certain settles the doubt about it. */
function mergePayment(known: Payment, fresh: Payment): Payment {
  const isVoided = known.isVoided || fresh.isVoided
  const doubts = [...new Set([...known.doubts, ...fresh.doubts])]
  return { ...fresh, isVoided, doubts: doubts.filter((each) => each !== 'voidedAt' || !isVoided) }
}

export function createShiftPayments(decimals: number): ShiftPayments {
  const stored = new Map<string, Payment>()
  const shifts = new Map<string, GatheredShift>()
  const methodNames = new Map<string, string>()
  /** Stores each text once, because parsed JSON has a copy for every payment. */
  const texts = new Map<string, string>()

  function once(text: string | null | undefined): string {
    const value = text ?? ''
    const known = texts.get(value)
    if (known === undefined) texts.set(value, value)
    return known ?? value
  }

  const read = (wire: WirePayment, unread: readonly string[]): Payment => ({
    ...readMoney(wire, unread, decimals),
    shiftId: once(wire.shiftId),
    methodId: once(methodIdOf(wire)),
    personId: once(wire.createdById),
    at: wire.createdAt == null ? null : Date.parse(wire.createdAt),
    wantsInvoice: wire.shouldMakeInvoice === true,
  })

  function gatheredShift(shiftId: string): GatheredShift {
    const known = shifts.get(shiftId)
    if (known !== undefined) return known
    const made = {
      sum: noSums(),
      byMethod: new Map<string, number>(),
      first: null,
      last: null,
      hasEnded: false,
    }
    shifts.set(shiftId, made)
    return made
  }

  function count(payment: Payment, times: 1 | -1): GatheredShift {
    const shift = gatheredShift(payment.shiftId)
    addTo(shift.sum, payment, times)
    const { methodId, isVoided, doubts } = payment
    if (!isVoided && doubts.length === 0)
      shift.byMethod.set(methodId, (shift.byMethod.get(methodId) ?? 0) + times)
    return shift
  }

  return {
    put(wire, unread = []) {
      const known = stored.get(wire._id)
      const fresh = read(wire, unread)
      const payment = known === undefined ? fresh : mergePayment(known, fresh)
      if (known !== undefined && known.shiftId !== '') count(known, -1)
      stored.set(wire._id, payment)
      const { methodId, shiftId, at } = payment
      const isNew = known === undefined
      if (methodId === '') methodNames.set(noMethod.id, noMethod.name)
      else if ((methodNames.get(methodId) ?? '') === '')
        methodNames.set(methodId, wire.paymentMethodName ?? '')
      if (shiftId === '') return isNew
      const shift = count(payment, 1)
      shift.hasEnded ||= wire.shiftEndedAt != null
      if (at === null) return isNew
      shift.first = Math.min(shift.first ?? at, at)
      shift.last = Math.max(shift.last ?? at, at)
      return isNew
    },
    get size() {
      return stored.size
    },
    shifts,
    methodNames,
    all: () => stored.values(),
    release() {
      stored.clear()
      texts.clear()
    },
  }
}

export function paidBy(
  payments: Iterable<Payment>,
  keyOf: (payment: Payment) => string,
): Map<string, RunningSums> {
  const found = new Map<string, RunningSums>()
  for (const payment of payments) {
    const key = keyOf(payment)
    const sum = found.get(key) ?? noSums()
    addTo(sum, payment)
    found.set(key, sum)
  }
  return found
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
