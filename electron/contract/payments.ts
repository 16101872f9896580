import { z } from 'zod'
import { daysInput, jobInput, pageInput, type Job } from './jobs.ts'
import { answersManager, defineContract } from './operation.ts'

/** What can be wrong with the money of a payment: it is missing where it must be, cannot be read, or is too large. */
export type PaymentDoubt = 'amount' | 'tipAmount' | 'voidedAt'

/**
 * What stands for the method of payments that name none, in tables for spreadsheets and in close-outs; screens and paper say
 * the same in their language. A payment belongs to the method whose id it names: a name alone is no method.
 */
export const noMethod = { id: '', name: 'No method' } as const

/** A payment of a tab. Amounts in minor units of the store's currency, instants ISO 8601 in UTC. */
export interface Payment {
  id: string
  code: string | null
  at: string
  methodId: string | null
  /** As the platform wrote it. */
  method: string | null
  shiftId: string | null
  /** When its shift ended; null while that is open, or where nobody says. */
  shiftEndedAt: string | null
  takenBy: string | null
  payer: string | null
  /** Rounded; null where it cannot be read. */
  amount: number | null
  tips: number | null
  /** All digits as a plain decimal, of what has more than its currency: sums keep them. */
  exactly: { amount: string | null; tips: string | null }
  /** Set where it is sure that it counts for nothing. */
  voidedAt: string | null
  /** Where there are any, it is to be checked by a person: it is in no sum, paid or voided, and is counted apart. */
  toCheck: PaymentDoubt[]
  wantsInvoice: boolean
}

/** So many payments, together. Whether tips are within the amount is not documented: they stand apart. */
export interface PaymentSum {
  count: number
  /** Added up exactly, and rounded once. */
  amount: number
  tips: number
}

/** What payments come to. */
export interface PaymentSums {
  counting: PaymentSum
  voided: PaymentSum
  /** How many are to be checked: they are in no sum. */
  toCheck: number
  /** How many of those in the sums have more digits than the currency. */
  rounded: number
}

/** A method with what payments by it come to. */
export interface MethodSum extends PaymentSums {
  /** Null for payments that name none. */
  methodId: string | null
  name: string | null
}

/** A shift as its payments tell of it. */
export interface PaymentShift {
  shiftId: string
  firstAt: string
  lastAt: string
  endedAt: string | null
  count: number
}

/** A page of what was read so far, the newest first, with the sums of all that the filter lets through. */
export interface PaymentPage extends PaymentSums {
  job: Job
  payments: Payment[]
  page: number
  pages: number
  /** How many the filter lets through. */
  total: number
  /** By method, the largest first. */
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
