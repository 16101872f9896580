import { z } from 'zod'
import { daysInput, jobInput, pageInput, type Job } from './jobs.ts'
import { answersManager, defineContract } from './operation.ts'

/** Something that was thrown away. The same ingredient in another unit is another one: they cannot be added. */
export interface WastedIngredient {
  /** Of the ingredient and its unit together. */
  key: string
  name: string
  unit: string | null
  /** In that unit; null where it cannot be read: it is in no sum. */
  quantity: number | null
}

/** What was thrown away at once. Instants are ISO 8601 in UTC. */
export interface WasteIncident {
  id: string
  code: string | null
  at: string
  /** Set where it did not happen after all. */
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

/** A day of the store; `quantity` is of the ingredient that is filtered by, 0 where none is. */
export interface WasteDay {
  day: string
  incidents: number
  quantity: number
}

/** A page of what was read so far, the newest first, with the sums of all that the filter lets through. */
export interface WastePage {
  job: Job
  incidents: WasteIncident[]
  page: number
  pages: number
  /** How many the filter lets through. */
  total: number
  /** By ingredient and unit, what happened most often first; of all ingredients, whatever the filter. */
  ingredients: WasteSum[]
  /** Every day of the span. */
  days: WasteDay[]
  /** How many happened, and how many were voided. */
  counting: number
  voided: number
  /** How many quantities could not be added. */
  unsummed: number
}

/** Null lets everything through. */
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
    /** Begins to read what was thrown away between two days. How far it is comes as an event (`jobs.changed`). */
    'waste.read': answersManager<Job>()(daysInput),
    /** A page of 50; `not-found` where the job is forgotten. */
    'waste.list': answersManager<WastePage>()(wasteListInput),
    /** A row for each ingredient of each incident that the filter lets through, for a spreadsheet (CSV). */
    'waste.table': answersManager<string>()(wasteTableInput),
  },
  events: {},
})
