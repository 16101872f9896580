import type { z } from 'zod'
import type { WasteIncident } from '#contract/waste.ts'
import { boundsOf } from '#domain/reservations/store-day.ts'
import { readIncident } from '#domain/waste/sums.ts'
import { everyWasteIncident } from '#platform/lists.ts'
import type { wasteIncidentSchema } from '#platform/tabs.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Noun } from '../noun.ts'
import { createReadings, type ReadingsDeps } from '../reading/readings.ts'
import { createWasteQueries } from './queries.ts'

interface WasteDeps extends Omit<ReadingsDeps, 'boundsOf'> {
  timeZone: () => string
}

/** The noun of waste: what the store has thrown away, read anew each time that somebody asks. */
export interface Waste extends Noun {
  readonly handlers: HandlersOf<'waste'>
}

export function createWaste(deps: WasteDeps): Waste {
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
