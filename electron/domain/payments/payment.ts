import type { Payment, PaymentDoubt, PaymentSum, PaymentSums } from '#contract/payments/payments.ts'
import {
  addExact,
  noAmount,
  plainExact,
  readWire,
  rounded,
  type Exact,
} from '#domain/money/money.ts'

/** The fields of the platform's payment that contain money. */
export interface WireMoney {
  amount?: number | null | undefined
  tipAmount?: number | null | undefined
  voidedAt?: string | null | undefined
}

interface WirePayment extends WireMoney {
  _id: string
  code?: string | null | undefined
  shiftId?: string | null | undefined
  paymentMethodId?: string | null | undefined
  paymentMethodName?: string | null | undefined
  createdById?: string | null | undefined
  payerName?: string | null | undefined
  shiftEndedAt?: string | null | undefined
  shouldMakeInvoice?: boolean | null | undefined
}

/** The money of a payment, for sums. */
export interface PaymentMoney {
  /** Smallest units, rounded; 0 if it cannot be read. */
  amount: number
  tips: number
  /** The rounding remainder (`Exact`); null if both are whole units, which is nearly always. */
  rest: { amount: bigint; tips: bigint } | null
  isVoided: boolean
  /** A payment with doubts is in no sum. */
  doubts: readonly PaymentDoubt[]
}

export interface ReadPayment {
  shown: Payment
  money: PaymentMoney
}

/** Larger than any real payment. The sum of a hundred thousand such payments is still exact. */
const maxPayment = 50_000_000_000

const noDoubts: readonly PaymentDoubt[] = []

function readAmount(value: number | null | undefined, decimals: number) {
  const read = readWire(value, decimals)
  return read === null || Math.abs(read.amount) > maxPayment ? null : read
}

/**
 * The only function that reads the money of a payment. `unread` names the fields that could not be
 * parsed. A payment without an amount is in doubt; one without a tip field has no tip. A `voidedAt`
 * that is a number or `true` is in doubt too: a number may be seconds, milliseconds or a flag, and
 * a wrong guess would cost money.
 */
export function readMoney(
  wire: WireMoney,
  unread: readonly string[],
  decimals: number,
): PaymentMoney {
  const amount = readAmount(wire.amount, decimals)
  const tips = unread.includes('tipAmount') ? null : readAmount(wire.tipAmount ?? 0, decimals)
  const doubts: PaymentDoubt[] = []
  if (amount === null) doubts.push('amount')
  if (tips === null) doubts.push('tipAmount')
  if (unread.includes('voidedAt')) doubts.push('voidedAt')
  const rest = { amount: amount?.rest ?? 0n, tips: tips?.rest ?? 0n }
  return {
    amount: amount?.amount ?? 0,
    tips: tips?.amount ?? 0,
    rest: rest.amount === 0n && rest.tips === 0n ? null : rest,
    isVoided: wire.voidedAt != null,
    doubts: doubts.length === 0 ? noDoubts : doubts,
  }
}

/** The id of the method; null if the payment names none. */
export const methodIdOf = ({
  paymentMethodId,
}: Pick<WirePayment, 'paymentMethodId'>): string | null =>
  paymentMethodId == null || paymentMethodId.trim() === '' ? null : paymentMethodId

const allDigits = (amount: number, rest: bigint | undefined, decimals: number): string | null =>
  rest === undefined || rest === 0n ? null : plainExact({ amount, rest }, decimals)

/** Reads a payment made at `at` (ISO) for the payments room. */
export function readPayment(
  wire: WirePayment,
  at: string,
  unread: readonly string[],
  decimals: number,
): ReadPayment {
  const money = readMoney(wire, unread, decimals)
  const { amount, tips, rest, doubts } = money
  return {
    money,
    shown: {
      id: wire._id,
      code: wire.code ?? null,
      at,
      methodId: methodIdOf(wire),
      method: wire.paymentMethodName ?? null,
      shiftId: wire.shiftId ?? null,
      shiftEndedAt: wire.shiftEndedAt ?? null,
      takenBy: wire.createdById ?? null,
      payer: wire.payerName ?? null,
      amount: doubts.includes('amount') ? null : amount,
      tips: doubts.includes('tipAmount') ? null : tips,
      exactly: {
        amount: allDigits(amount, rest?.amount, decimals),
        tips: allDigits(tips, rest?.tips, decimals),
      },
      voidedAt: wire.voidedAt ?? null,
      toCheck: [...doubts],
      wantsInvoice: wire.shouldMakeInvoice ?? false,
    },
  }
}

/** A number of payments and their exact sums. */
export interface ExactSum {
  count: number
  amount: Exact
  tips: Exact
}

/** The sums while payments are added. The order of the payments does not change them. */
export interface RunningSums {
  counting: ExactSum
  voided: ExactSum
  toCheck: number
  /** How many payments in the sums have more digits than the currency. */
  rounded: number
}

const noSum = (): ExactSum => ({ count: 0, amount: noAmount(), tips: noAmount() })

export const noSums = (): RunningSums => ({
  counting: noSum(),
  voided: noSum(),
  toCheck: 0,
  rounded: 0,
})

/**
 * Adds a payment, or subtracts it if `times` is -1. A payment that needs a check is counted but is
 * in no sum.
 */
export function addTo(sums: RunningSums, payment: PaymentMoney, times: 1 | -1 = 1): void {
  if (payment.doubts.length > 0) {
    sums.toCheck += times
    return
  }
  const { amount, tips, rest } = payment
  const into = payment.isVoided ? sums.voided : sums.counting
  into.count += times
  addExact(into.amount, { amount, rest: rest?.amount ?? 0n }, times)
  addExact(into.tips, { amount: tips, rest: rest?.tips ?? 0n }, times)
  if (rest !== null) sums.rounded += times
}

const sumOf = ({ count, amount, tips }: ExactSum): PaymentSum => ({
  count,
  amount: rounded(amount),
  tips: rounded(tips),
})

/** The sums for the screens, each rounded once. */
export const sumsOf = (sums: RunningSums): PaymentSums => ({
  counting: sumOf(sums.counting),
  voided: sumOf(sums.voided),
  toCheck: sums.toCheck,
  rounded: sums.rounded,
})
