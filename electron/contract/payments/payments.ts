import { z } from 'zod'
import { daysInput, jobInput, pageInput, type Job } from '../jobs/jobs.ts'
import { answersManager, defineContract } from '../shared/operation.ts'

/** Which field of a payment needs a check: it is missing, cannot be read, or is too large. */
export type PaymentDoubt = 'amount' | 'tipAmount' | 'voidedAt'

/**
 * The method of payments that name none, in spreadsheets and close-outs. Screens and printouts
 * translate it. A payment belongs to the method whose id it names; a name alone does not make a
 * method.
 */
export const noMethod = { id: '', name: 'No method' } as const

/** A payment of a tab. Amounts are in minor units of the store's currency, instants are ISO 8601 in UTC. */
export interface Payment {
  id: string
  code: string | null
  at: string
  methodId: string | null
  method: string | null
  shiftId: string | null
  /** When its shift ended; null while the shift is open or if the platform does not say. */
  shiftEndedAt: string | null
  takenBy: string | null
  payer: string | null
  /** Rounded; null if it cannot be read. */
  amount: number | null
  tips: number | null
  /**
   * Plain decimals with all digits, for amounts that have more digits than their currency. Sums use
   * all of them.
   */
  exactly: { amount: string | null; tips: string | null }
  voidedAt: string | null
  /**
   * A person has to check a payment with doubts. It is in no sum, paid or voided, and is counted
   * separately.
   */
  toCheck: PaymentDoubt[]
  wantsInvoice: boolean
}

/**
 * The sum of several payments. The platform does not document whether the amount includes the tips,
 * so tips are separate.
 */
export interface PaymentSum {
  count: number
  /** Added up exactly, and rounded once. */
  amount: number
  tips: number
}

export interface PaymentSums {
  counting: PaymentSum
  voided: PaymentSum
  /** How many payments need a check. They are in no sum. */
  toCheck: number
  /** How many payments in the sums have more digits than the currency. */
  rounded: number
}

export interface MethodSum extends PaymentSums {
  methodId: string | null
  name: string | null
}

/** What the payments say about their shift. */
export interface PaymentShift {
  shiftId: string
  firstAt: string
  lastAt: string
  endedAt: string | null
  count: number
}

/**
 * One page of the payments that were read so far, newest first, with the sums of all payments that
 * match the filter.
 */
export interface PaymentPage extends PaymentSums {
  job: Job
  payments: Payment[]
  page: number
  pages: number
  total: number
  methods: MethodSum[]
  /**
   * The choices of the filter, which do not depend on the current filter. The name of a method may be
   * empty.
   */
  choices: { methods: { methodId: string; name: string }[]; shifts: PaymentShift[] }
  decimals: number
}

/** Null matches everything. An empty text matches payments that name no method or no shift. */
export const paymentFilter = z.strictObject({
  methodId: z.string().max(100).nullable(),
  shiftId: z.string().max(100).nullable(),
  /** Payments that need a check count as neither voided nor paid. */
  voided: z.union([z.boolean(), z.literal('to-check')]).nullable(),
})
export type PaymentFilter = z.infer<typeof paymentFilter>

const paymentListInput = jobInput.extend({ filter: paymentFilter, page: pageInput })
const paymentTableInput = jobInput.extend({ filter: paymentFilter })

export const paymentsContract = defineContract({
  name: 'payments',
  operations: {
    /** Starts to read the payments between two days. `jobs.changed` reports the progress. */
    'payments.read': answersManager<Job>()(daysInput),
    /** A page of 50 payments; `not-found` if the host has forgotten the job. */
    'payments.list': answersManager<PaymentPage>()(paymentListInput),
    'payments.table': answersManager<string>()(paymentTableInput),
  },
  events: {},
})
