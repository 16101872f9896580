import { z } from 'zod'
import { defineContract, event, id, managers } from './operation.ts'
import type { AppError } from './result.ts'

/**
 * A list of the platform that a room reads to its end, between two days of the store. It is kept in the host's memory
 * alone, and forgotten a while after the last look at it.
 * - `reading`: under way. - `done`. - `stopped`: the platform failed; a person has it go on. - `cancelled`: by a person.
 * - `full`: there is more than the host keeps; fewer days are to be asked for.
 */
export interface ListReading {
  id: string
  of: 'payments' | 'waste'
  /** Days of the store, YYYY-MM-DD, both among them. */
  from: string
  to: string
  state: 'reading' | 'done' | 'stopped' | 'cancelled' | 'full'
  /** Pages read, and of how many, where the platform says. */
  pages: number
  totalPages: number | null
  items: number
  totalCount: number | null
  /** Records that could not be read. */
  leftOut: number
  /** Records of other days, or of no day, which are not among the items. */
  outside: number
  /** Of one that is done: whether that was all, by what the platform counts; null before. */
  complete: boolean | null
  /** Why it was stopped. */
  error: AppError | null
}

export const spanInput = z.strictObject({ from: z.iso.date(), to: z.iso.date() })
export const readingInput = z.strictObject({ readingId: id })
/** Counted from 1. */
export const pageInput = z.int().min(1)

export const readingContract = defineContract({
  name: 'reading',
  operations: {},
  events: {
    /** How far a list is read that a room has asked for. */
    'reading.changed': event<{ reading: ListReading }>(managers),
  },
})
