import { z } from 'zod'
import { daysInput, jobInput, pageInput, type Job } from '../jobs/jobs.ts'
import { answersManager, defineContract } from '../shared/operation.ts'

/**
 * A wasted ingredient. The same ingredient in another unit is a different one, because the two
 * can't be added.
 */
export interface WastedIngredient {
  /** Identifies the ingredient and its unit. */
  key: string
  name: string
  unit: string | null
  /** In that unit; null if it can't be read: then it is in no sum. */
  quantity: number | null
}

/** Everything that was recorded as wasted at once. Instants are ISO 8601 in UTC. */
export interface WasteIncident {
  id: string
  code: string | null
  at: string
  /** Set if the record was voided. */
  voidedAt: string | null
  ingredients: WastedIngredient[]
}

/** An ingredient over all days, in one unit. */
export interface WasteSum {
  key: string
  name: string
  unit: string | null
  quantity: number
  incidents: number
}

/** A day of the store. `quantity` is that of the filter's ingredient; 0 without a filter. */
export interface WasteDay {
  day: string
  incidents: number
  quantity: number
}

/**
 * A page of the records that were read so far, newest first, with the sums of all records that
 * match the filter.
 */
export interface WastePage {
  job: Job
  incidents: WasteIncident[]
  page: number
  pages: number
  /** How many records match the filter. */
  total: number
  /** By ingredient and unit, the most frequent first; of all ingredients, whatever the filter. */
  ingredients: WasteSum[]
  days: WasteDay[]
  /** How many records count, and how many were voided. */
  counting: number
  voided: number
  unsummed: number
}

/** Null matches everything. */
export const wasteFilter = z.strictObject({
  ingredient: z.string().max(300).nullable(),
  voided: z.boolean().nullable(),
})
export type WasteFilter = z.infer<typeof wasteFilter>

const wasteListInput = jobInput.extend({ filter: wasteFilter, page: pageInput })
const wasteTableInput = jobInput.extend({ filter: wasteFilter })

export const wasteContract = defineContract({
  name: 'waste',
  operations: {
    /** Starts to read the waste between two days. `jobs.changed` reports the progress. */
    'waste.read': answersManager<Job>()(daysInput),
    /** A page of 50 records; `not-found` if the host has forgotten the job. */
    'waste.list': answersManager<WastePage>()(wasteListInput),
    /** A row for each ingredient of each matching record, for a spreadsheet (CSV). */
    'waste.table': answersManager<string>()(wasteTableInput),
  },
  events: {},
})
