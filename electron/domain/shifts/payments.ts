import type { z } from 'zod'
import { noMethod } from '#contract/payments.ts'
import type { BothWays, MethodSums, ShiftSums } from '#contract/shifts/shifts.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import { addExact, rounded } from '#domain/money/money.ts'
import { methodIdOf, readMoney, type PaymentMoney } from '#domain/payments/payment.ts'
import { addTo, noSums, sumsOf, type ExactSum, type RunningSums } from '#domain/payments/payment.ts'

export type WirePayment = z.infer<typeof tabPaymentSchema>

/** What sums need of a payment, and nothing of who paid. */
export interface Payment extends PaymentMoney {
  shiftId: string
  /** Empty where it names none. */
  methodId: string
  personId: string
  /** Epoch milliseconds; null where the platform does not say. */
  at: number | null
  wantsInvoice: boolean
}

/** What is known of a shift by its payments alone. */
export interface GatheredShift {
  sum: RunningSums
  /** Payments that count, by method. */
  byMethod: Map<string, number>
  first: number | null
  last: number | null
  hasEnded: boolean
}

/** How many payments there are, counting or not. */
export const countOf = ({ counting, voided, toCheck }: RunningSums): number =>
  counting.count + voided.count + toCheck

/** Sums as a shift tells them. */
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

/** `amount` and `times` the tips, added exactly and rounded once. */
function withTips({ amount, tips }: ExactSum, times: 1 | -1): number {
  const both = { ...amount }
  addExact(both, tips, times)
  return rounded(both)
}

/** What was paid with the tips, by both readings of where they are. */
export const paidOf = ({ counting }: RunningSums): BothWays => ({
  inside: rounded(counting.amount),
  outside: withTips(counting, 1),
})

/** The same without the tips. */
export const paidWithoutTipsOf = ({ counting }: RunningSums): BothWays => ({
  inside: withTips(counting, -1),
  outside: rounded(counting.amount),
})

/**
 * Payments as they are read, each once however often it comes, and their shifts. In whatever order pages come the sums are
 * the same; a payment that was voided stays so, and one whose money could not be read once is to be checked.
 */
export interface ShiftPayments {
  /** `unread` names the fields that could not be read. Answers whether it is new. */
  put(payment: WirePayment, unread?: readonly string[]): boolean
  readonly size: number
  readonly shifts: ReadonlyMap<string, GatheredShift>
  /** By id, as the payments name them; empty where they tell the id alone. */
  readonly methodNames: ReadonlyMap<string, string>
  all(): IterableIterator<Payment>
  /** All is read: lets go of the single payments, and keeps what they came to. */
  release(): void
}

/** What two readings of one payment say together. A void that is sure settles the doubt about it. */
function together(known: Payment, fresh: Payment): Payment {
  const isVoided = known.isVoided || fresh.isVoided
  const doubts = [...new Set([...known.doubts, ...fresh.doubts])]
  return { ...fresh, isVoided, doubts: doubts.filter((each) => each !== 'voidedAt' || !isVoided) }
}

export function createShiftPayments(decimals: number): ShiftPayments {
  const stored = new Map<string, Payment>()
  const shifts = new Map<string, GatheredShift>()
  const methodNames = new Map<string, string>()
  /** Each text once: what JSON brings is a copy for every payment. */
  const texts = new Map<string, string>()

  function once(text: string | null | undefined): string {
    const desired = text ?? ''
    const known = texts.get(desired)
    if (known === undefined) texts.set(desired, desired)
    return known ?? desired
  }

  const read = (wire: WirePayment, unread: readonly string[]): Payment => ({
    ...readMoney(wire, unread, decimals),
    shiftId: once(wire.shiftId),
    methodId: once(methodIdOf(wire)),
    personId: once(wire.createdById),
    at: wire.createdAt == null ? null : Date.parse(wire.createdAt),
    wantsInvoice: wire.shouldMakeInvoice === true,
  })

  function gathered(shiftId: string): GatheredShift {
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
    const shift = gathered(payment.shiftId)
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
      const payment = known === undefined ? fresh : together(known, fresh)
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

/** Payments by whatever they are told apart by, in the order in which they were first met. */
export function talliesBy(
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

/** By method, the largest first; with the names as they are known. */
export const sumsByMethod = (
  payments: Iterable<Payment>,
  nameOf: (methodId: string) => string,
): MethodSums[] =>
  [...talliesBy(payments, ({ methodId }) => methodId)]
    .map(([methodId, sum]) => ({
      methodId,
      name: nameOf(methodId),
      paid: paidOf(sum),
      ...shiftSumsOf(sum),
    }))
    .toSorted((a, b) => b.amount - a.amount || a.methodId.localeCompare(b.methodId))
