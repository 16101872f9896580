import { z } from 'zod'
import { daysInput, jobInput, pageInput, type Job } from './jobs.ts'
import { answersManager, defineContract } from './operation.ts'

/** What can be wrong with a payment's money: a required amount is missing, unreadable or too large. */
export type PaymentDoubt = 'amount' | 'tipAmount' | 'voidedAt'

/**
 * Stands for the missing method of a payment in spreadsheets and close-outs; screens and printouts
 * translate it. A payment belongs to the method whose id it has; a name alone is no method.
 */
export const noMethod = { id: '', name: 'No method' } as const

/** A payment of a tab. Amounts are minor units of the store's currency, instants ISO 8601 in UTC. */
export interface Payment {
  id: string
  code: string | null
  at: string
  methodId: string | null
  /** As the platform wrote it. */
  method: string | null
  shiftId: string | null
  /** When its shift ended; null while the shift is open, or when unknown. */
  shiftEndedAt: string | null
  takenBy: string | null
  payer: string | null
  /** Rounded; null when it could not be read. */
  amount: number | null
  tips: number | null
  /** The exact decimal, when it has more digits than the currency. Sums use it. */
  exactly: { amount: string | null; tips: string | null }
  /** Set when it certainly doesn't count. */
  voidedAt: string | null
  /**
   * When there are any, a person has to check the payment: it is in no sum, paid or voided, and is
   * counted separately.
   */
  toCheck: PaymentDoubt[]
  wantsInvoice: boolean
}

/** The sum of some payments. It is not documented whether amounts include tips, so tips are separate. */
export interface PaymentSum {
  count: number
  /** Added exactly and rounded once. */
  amount: number
  tips: number
}

/** The sums of payments. */
export interface PaymentSums {
  counting: PaymentSum
  voided: PaymentSum
  /** Payments that need a check; they are in no sum. */
  toCheck: number
  /** Payments in the sums that have more digits than the currency. */
  rounded: number
}

/** A payment method with the sums of its payments. */
export interface MethodSum extends PaymentSums {
  /** Null for payments without a method. */
  methodId: string | null
  name: string | null
}

/** A shift as its payments describe it. */
export interface PaymentShift {
  shiftId: string
  firstAt: string
  lastAt: string
  endedAt: string | null
  count: number
}

/** A page of the payments read so far, newest first, with the sums of all that match the filter. */
export interface PaymentPage extends PaymentSums {
  job: Job
  payments: Payment[]
  page: number
  pages: number
  /** How many match the filter. */
  total: number
  /** By method, largest first. */
  methods: MethodSum[]
  /** What there is to choose from, whatever the filter. */
  choices: { methods: { methodId: string; name: string }[]; shifts: PaymentShift[] }
  /** How many decimals a major unit has. */
  decimals: number
}

/** Null lets everything through; of a method or a shift the empty text means those that name none. */
export const paymentFilter = z.strictObject({
  methodId: z.string().max(100).nullable(),
  shiftId: z.string().max(100).nullable(),
  /** A payment that is to be checked is neither voided nor not. */
  voided: z.union([z.boolean(), z.literal('to-check')]).nullable(),
})
export type PaymentFilter = z.infer<typeof paymentFilter>

const paymentListInput = jobInput.extend({ filter: paymentFilter, page: pageInput })
const paymentTableInput = jobInput.extend({ filter: paymentFilter })

export const paymentsContract = defineContract({
  name: 'payments',
  operations: {
    /** Begins to read the payments between two days. How far it is comes as an event (`jobs.changed`). */
    'payments.read': answersManager<Job>()(daysInput),
    /** A page of 50; `not-found` where the job is forgotten. */
    'payments.list': answersManager<PaymentPage>()(paymentListInput),
    /** All that the filter lets through as a table for a spreadsheet (CSV). */
    'payments.table': answersManager<string>()(paymentTableInput),
  },
  events: {},
})
