import type { PaymentSum, PaymentSums } from '#contract/payments.ts'
import { addExact, noAmount, rounded, type Exact } from '#domain/money/money.ts'
import type { PaymentMoney } from './payment.ts'

/** So many payments, with their exact amounts. */
export interface ExactSum {
  count: number
  amount: Exact
  tips: Exact
}

/** What payments come to while they are added up: in whatever order, the same. */
export interface Tally {
  counting: ExactSum
  voided: ExactSum
  toCheck: number
  /** How many of those in the sums have more digits than the currency. */
  rounded: number
}

const noSum = (): ExactSum => ({ count: 0, amount: noAmount(), tips: noAmount() })

export const noTally = (): Tally => ({
  counting: noSum(),
  voided: noSum(),
  toCheck: 0,
  rounded: 0,
})

/** Adds a payment, or with `times` -1 takes it away. One that is to be checked is counted, and in no sum. */
export function addTo(tally: Tally, payment: PaymentMoney, times: 1 | -1 = 1): void {
  if (payment.doubts.length > 0) {
    tally.toCheck += times
    return
  }
  const { amount, tips, rest } = payment
  const into = payment.isVoided ? tally.voided : tally.counting
  into.count += times
  addExact(into.amount, { amount, rest: rest?.amount ?? 0n }, times)
  addExact(into.tips, { amount: tips, rest: rest?.tips ?? 0n }, times)
  if (rest !== null) tally.rounded += times
}

const sumOf = ({ count, amount, tips }: ExactSum): PaymentSum => ({
  count,
  amount: rounded(amount),
  tips: rounded(tips),
})

/** The sums for the screens, each rounded once. */
export const sumsOf = (tally: Tally): PaymentSums => ({
  counting: sumOf(tally.counting),
  voided: sumOf(tally.voided),
  toCheck: tally.toCheck,
  rounded: tally.rounded,
})
