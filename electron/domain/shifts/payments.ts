import type { z } from 'zod'
import type { MethodSums, ShiftSums } from '#contract/shifts.ts'
import type { tabPaymentSchema } from '#platform/tabs.ts'
import { readWire } from '#domain/money/money.ts'

export type WirePayment = z.infer<typeof tabPaymentSchema>

/** More than anybody pays: so many that a hundred thousand of them still have an exact sum. */
const mostPayment = 50_000_000_000

/** What sums need of a payment, and nothing of who paid. */
export interface Payment {
  shiftId: string
  methodId: string
  personId: string
  /** Epoch milliseconds; null where the platform does not say. */
  at: number | null
  /** Smallest units; nothing where it could not be read. */
  amount: number
  tips: number
  isVoided: boolean
  wantsInvoice: boolean
  isUnread: boolean
  isRounded: boolean
}

/** What is known of a shift by its payments alone. */
export interface GatheredShift {
  sums: ShiftSums
  /** Payments that count, by method. */
  byMethod: Map<string, number>
  first: number | null
  last: number | null
  hasEnded: boolean
}

export const noSums = (): ShiftSums => ({
  payments: 0,
  amount: 0,
  tips: 0,
  voided: { payments: 0, amount: 0, tips: 0 },
})

/** Adds a payment, or with `times` -1 takes it away. */
export function addTo(sums: ShiftSums, payment: Payment, times: 1 | -1 = 1): void {
  const into = payment.isVoided ? sums.voided : sums
  into.payments += times
  into.amount += times * payment.amount
  into.tips += times * payment.tips
}

/**
 * Payments as they are read, each once however often it comes, and their shifts. In whatever order pages come the sums are
 * the same; a payment that was voided stays so.
 */
export interface PaymentBook {
  put(payment: WirePayment): void
  readonly size: number
  readonly shifts: ReadonlyMap<string, GatheredShift>
  /** By id, as the payments name them. */
  readonly methodNames: ReadonlyMap<string, string>
  all(): IterableIterator<Payment>
  /** All is read: lets go of the single payments, and keeps what they came to. */
  release(): void
}

export function createPaymentBook(decimals: number): PaymentBook {
  const kept = new Map<string, Payment>()
  const shifts = new Map<string, GatheredShift>()
  const methodNames = new Map<string, string>()
  /** Each text once: what JSON brings is a copy for every payment. */
  const texts = new Map<string, string>()

  function once(text: string | null | undefined): string {
    const wanted = text ?? ''
    const known = texts.get(wanted)
    if (known === undefined) texts.set(wanted, wanted)
    return known ?? wanted
  }

  function read(wire: WirePayment): Payment {
    const amount = readWire(wire.amount, decimals)
    const tips = readWire(wire.tipAmount ?? 0, decimals)
    const isUnread = [amount, tips].some(
      (each) => each === null || Math.abs(each.amount) > mostPayment,
    )
    return {
      shiftId: once(wire.shiftId),
      methodId: once(wire.paymentMethodId),
      personId: once(wire.createdById),
      at: wire.createdAt == null ? null : Date.parse(wire.createdAt),
      amount: isUnread ? 0 : (amount?.amount ?? 0),
      tips: isUnread ? 0 : (tips?.amount ?? 0),
      isVoided: wire.voidedAt != null,
      wantsInvoice: wire.shouldMakeInvoice === true,
      isUnread,
      isRounded: !isUnread && (amount?.isRounded === true || tips?.isRounded === true),
    }
  }

  function gathered(shiftId: string): GatheredShift {
    const known = shifts.get(shiftId)
    if (known !== undefined) return known
    const made = {
      sums: noSums(),
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
    addTo(shift.sums, payment, times)
    const { methodId, isVoided } = payment
    if (!isVoided) shift.byMethod.set(methodId, (shift.byMethod.get(methodId) ?? 0) + times)
    return shift
  }

  return {
    put(wire) {
      const known = kept.get(wire._id)
      const fresh = read(wire)
      const payment = known?.isVoided === true ? { ...fresh, isVoided: true } : fresh
      if (known !== undefined && known.shiftId !== '') count(known, -1)
      kept.set(wire._id, payment)
      const { methodId, shiftId, at } = payment
      if (wire.paymentMethodName != null && !methodNames.has(methodId))
        methodNames.set(methodId, wire.paymentMethodName)
      if (shiftId === '') return
      const shift = count(payment, 1)
      shift.hasEnded ||= wire.shiftEndedAt != null
      if (at === null) return
      shift.first = Math.min(shift.first ?? at, at)
      shift.last = Math.max(shift.last ?? at, at)
    },
    get size() {
      return kept.size
    },
    shifts,
    methodNames,
    all: () => kept.values(),
    release() {
      kept.clear()
      texts.clear()
    },
  }
}

/** Payments by whatever they are told apart by, in the order in which they were first met. */
export function sumsBy(
  payments: Iterable<Payment>,
  keyOf: (payment: Payment) => string,
): Map<string, ShiftSums> {
  const found = new Map<string, ShiftSums>()
  for (const payment of payments) {
    const key = keyOf(payment)
    const sums = found.get(key) ?? noSums()
    addTo(sums, payment)
    found.set(key, sums)
  }
  return found
}

/** By method, the largest first; with the names as they are known. */
export const sumsByMethod = (
  payments: Iterable<Payment>,
  nameOf: (methodId: string) => string,
): MethodSums[] =>
  [...sumsBy(payments, ({ methodId }) => methodId)]
    .map(([methodId, sums]) => ({ methodId, name: nameOf(methodId), ...sums }))
    .toSorted((a, b) => b.amount - a.amount || a.methodId.localeCompare(b.methodId))
