import type { Opening } from './close-outs.ts'
import type { CountAttempt, StoredCount, OverShort } from './count.ts'
import type { Job } from '../jobs/jobs.ts'
import type { AppError } from '../shared/result.ts'
import type { TipsInAmount } from '../settings/fields.ts'
import type { FigureChange, ShiftCurrency, ShiftFigures, WasteSum } from './figures.ts'

/** Exports all types of shifts: figures, counts and close-outs. */
export * from './count.ts'
export type * from './close-outs.ts'
export type * from './figures.ts'

/** A shift that a payment names. */
export interface ShiftListing {
  id: string
  /** Null if the shift itself could not be read. */
  from: string | null
  to: string | null
  isOpen: boolean
  /** YYYY-MM-DD, by the store's clock and the hour at which its day starts. */
  businessDay: string
  payments: number
  voided: number
  /** Payments whose money cannot be read. They are not in `payments` and not in `sum`. */
  toCheck: number
  /**
   * How many more payments the opened shift has: they were made on other days than the search
   * covers, or later.
   */
  outside: number
  /**
   * The sum of `amount` of all valid payments. Null until the blind count is finished: with the
   * totals of the slips it would give the expected cash.
   */
  sum: number | null
  /** The search covers only some days of this shift, so `payments` and `sum` are too small. */
  isPart: boolean
  /** The number of its close-out, if there is one. */
  closeOut: number | null
  isCounted: boolean
}

/** The shifts of the last days, the open one first, then the newest. The list grows while its job runs. */
export interface ShiftSearch {
  days: number
  currency: ShiftCurrency
  job: Job
  shifts: ShiftListing[]
}

/**
 * The facts of a shift that contain no expected money, so a person may see them before the count is
 * finished.
 */
export interface ShiftFacts {
  from: string | null
  to: string | null
  businessDay: string
  timeZone: string
  payments: number
  voided: number
  toCheck: number
  /**
   * All methods of the store and of the shift's payments. The suggested one is counted by notes and
   * coins.
   */
  methods: { methodId: string; name: string }[]
  suggestedCashMethodId: string | null
  /** `name` is empty until a person names the register. */
  registers: { id: string; name: string; start: { methodId: string; amount: number }[] }[]
  waste: WasteSum[]
  wasteError: AppError | null
  /** Payments for which the guest asked for an invoice. */
  invoices: number
  outbox: { unsent: number; unknown: number }
}

export interface ShiftView {
  revision: number
  shiftId: string
  isOpen: boolean
  currency: ShiftCurrency
  job: Job
  /** How many payments the search found that this job did not. */
  missing: number
  /** Null until the first refresh has read the shift itself. */
  facts: ShiftFacts | null
  /** Null if it is not known what the registers were opened with, or what the close-out before left. */
  opening: Opening | null
  /** Null until the count is finished or a person showed the figures early. */
  figures: ShiftFigures | null
  count: StoredCount
  attempts: CountAttempt[]
  /** Null until the figures are shown. */
  overShort: OverShort[] | null
  tips: TipsInAmount
  /** How many past shifts suggest each place of the tips. */
  tipsSuggested: { inside: number; outside: number; neither: number }
  threshold: number
  /** What the newest refresh changed since the count was finished. */
  changes: FigureChange[]
  /** The newest refresh was made after the count, and is not older than ten minutes. */
  isFresh: boolean
  /**
   * Identifies the current figures and count, so that what is signed is what the signer saw. Null
   * while the figures are hidden.
   */
  basis: string | null
  closeOuts: number[]
}
