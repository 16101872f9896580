import { z } from 'zod'
import { pageInput, readingInput, type ListReading } from './reading.ts'

/** A payment of a tab. Amounts in minor units of the store's currency, instants ISO 8601 in UTC. */
export interface Payment {
  id: string
  code: string | null
  at: string
  methodId: string | null
  method: string | null
  shiftId: string | null
  /** When its shift ended; null while that is open, or where nobody says. */
  shiftEndedAt: string | null
  takenBy: string | null
  payer: string | null
  /** Null where it is missing, or is no amount of the currency: it is in no sum. */
  amount: number | null
  tips: number | null
  /** Set where it counts for nothing. */
  voidedAt: string | null
  wantsInvoice: boolean
}

/** So many payments, together. Whether tips are within the amount is not documented: they stand apart. */
export interface PaymentSum {
  count: number
  amount: number
  tips: number
}

/** A method with what counts of it, and what was voided. */
export interface MethodSum extends PaymentSum {
  /** Null for payments that name none. */
  methodId: string | null
  name: string | null
  voided: PaymentSum
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
export interface PaymentPage {
  reading: ListReading
  payments: Payment[]
  page: number
  pages: number
  /** How many the filter lets through. */
  total: number
  /** By method, the largest first. */
  methods: MethodSum[]
  counting: PaymentSum
  voided: PaymentSum
  /** How many have an amount, or a tip, that could not be added. */
  unsummed: number
  /** What there is to choose from, whatever the filter. */
  choices: { methods: { methodId: string; name: string }[]; shifts: PaymentShift[] }
  /** How many decimals a major unit has. */
  decimals: number
}

/** Null lets everything through; of a method or a shift the empty text means those that name none. */
export const paymentFilter = z.strictObject({
  methodId: z.string().max(100).nullable(),
  shiftId: z.string().max(100).nullable(),
  voided: z.boolean().nullable(),
})
export type PaymentFilter = z.infer<typeof paymentFilter>

export const paymentListInput = readingInput.extend({ filter: paymentFilter, page: pageInput })
export const paymentTableInput = readingInput.extend({ filter: paymentFilter })
