import type { z } from 'zod'
import { wasteContract, type WasteIncident } from '#contract/waste.ts'
import { boundsOf } from '#domain/reservations/store-day.ts'
import { readIncident } from '#domain/waste/sums.ts'
import { everyWasteIncident } from '#platform/lists.ts'
import type { wasteIncidentSchema } from '#platform/tabs.ts'
import { store } from '../connection/connection.ts'
import { defineNoun, type NounParts } from '../noun.ts'
import { createReadings, type ReadingsDeps } from '../reading/readings.ts'
import { createWasteQueries } from './queries.ts'

interface WasteDeps extends Omit<ReadingsDeps, 'boundsOf'> {
  timeZone: () => string
}

function createWaste(deps: WasteDeps): NounParts<typeof wasteContract, undefined> {
  const readings = createReadings<z.output<typeof wasteIncidentSchema>, WasteIncident, null>(
    {
      of: 'waste',
      terms: () => null,
      steps: everyWasteIncident,
      at: ({ date }) => date ?? null,
      row: readIncident,
    },
    { ...deps, boundsOf: (day) => boundsOf(day, deps.timeZone()) },
  )
  return {
    changes: readings.changes,
    catchUp: readings.catchUp,
    close: readings.close,
    handlers: {
      'waste.read': readings.begin,
      'waste.cancel': ({ readingId }) => readings.cancel(readingId),
      'waste.resume': ({ readingId }) => readings.resume(readingId),
      ...createWasteQueries({ readings, timeZone: deps.timeZone }),
    },
  }
}

/** The noun of waste: what the store has thrown away, read anew each time that somebody asks. */
export const waste = defineNoun(wasteContract, {
  needs: [store],
  create(context) {
    const known = context.use(store)
    return createWaste({ ...context, storeId: () => known.store?.id ?? context.storeId })
  },
})
