import type { CountAttempt, StoredCount, OverShort } from './count.ts'
import type { Job } from '../jobs.ts'
import type { AppError } from '../result.ts'
import type { TipsInAmount } from '../settings/fields.ts'
import type { FigureChange, ShiftCurrency, ShiftFigures, WasteSum } from './figures.ts'

/** All that is said of a shift is taken from here: what it comes to, how it is counted, and what is sealed of it. */
export * from './count.ts'
export type * from './close-outs.ts'
export type * from './figures.ts'

/** A shift that some payment names. */
export interface ShiftListing {
  id: string
  /** Null where the shift itself could not be read. */
  from: string | null
  /** Null while it is open. */
  to: string | null
  isOpen: boolean
  /** YYYY-MM-DD, by the store's clock and the hour at which its day begins. */
  businessDay: string
  payments: number
  voided: number
  /** Payments whose money cannot be read: they are not among `payments`, and not in `sum`. */
  toCheck: number
  /** Payments that the opened shift has beyond these: made outside the days that were read, or since. */
  outside: number
  /**
   * Of all payments that count, as their `amount`; null until they were counted where all were made by one method: it would be
   * the expected figure itself.
   */
  sum: number | null
  /** Only a part of its payments lies in the days that were read: `payments` and `sum` are too small. */
  isPart: boolean
  /** Where there is one. */
  closeOut: number | null
  /** Somebody has begun to count it. */
  isCounted: boolean
}

/** The shifts of the last days, the open one first, then the newest; filled while its job goes on. */
export interface ShiftSearch {
  days: number
  currency: ShiftCurrency
  job: Job
  shifts: ShiftListing[]
}

/** What has no expected money in it, and may be seen before the count is finished. */
export interface ShiftFacts {
  from: string | null
  to: string | null
  businessDay: string
  timeZone: string
  payments: number
  voided: number
  toCheck: number
  /** Every method of the store and of the shift's payments; the suggested one is counted by notes and coins. */
  methods: { methodId: string; name: string }[]
  suggestedCashMethodId: string | null
  /** `name` is empty until somebody names it. */
  registers: { id: string; name: string; start: { methodId: string; amount: number }[] }[]
  waste: WasteSum[]
  /** Waste could not be read; what there is may be too little. */
  wasteError: AppError | null
  /** Payments for which an invoice was asked. */
  invoices: number
  outbox: { unsent: number; unknown: number }
}

/** One shift as the screens see it. */
export interface ShiftView {
  revision: number
  shiftId: string
  isOpen: boolean
  currency: ShiftCurrency
  /** What reads it. It is not complete where payments are missing. */
  job: Job
  /** Payments of the shift that the list of shifts knows of and the job did not find. */
  missing: number
  /** Null until the first reading has come to the shift itself. */
  facts: ShiftFacts | null
  /** Null until the count is finished, or somebody revealed them. */
  figures: ShiftFigures | null
  count: StoredCount
  attempts: CountAttempt[]
  /** Null until the figures are out. */
  overShort: OverShort[] | null
  tips: TipsInAmount
  /** How many past shifts speak for each. */
  tipsSuggested: { inside: number; outside: number; neither: number }
  threshold: number
  /** Since the count was finished, by the newest reading. */
  changes: FigureChange[]
  /** The newest reading is from after the count, and not older than ten minutes. */
  isFresh: boolean
  /** Names the figures and the count as they are here: what is signed is what was seen. Null while they are not out. */
  basis: string | null
  /** The documents of this shift, the first one first. */
  closeOuts: number[]
}
