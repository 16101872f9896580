import type { z } from 'zod'
import { fail, ok } from '#contract/result.ts'
import { wasteContract, type WasteFilter, type WasteIncident } from '#contract/waste.ts'
import { clockOf, daysBetween } from '#domain/reservations/store-day.ts'
import { businessDayOf } from '#domain/shifts/business-day.ts'
import { passes, readIncident, sumDays, sumIngredients } from '#domain/waste/sums.ts'
import { everyWasteIncident } from '#platform/lists.ts'
import type { wasteIncidentSchema } from '#platform/tabs.ts'
import { store } from '../connection/connection.ts'
import { DayLists, pageOf } from '../jobs/day-lists.ts'
import { jobs } from '../jobs/jobs.ts'
import { defineNoun } from '../noun.ts'
import { longTable } from '../worker/long-table.ts'

/** A chart with more columns cannot be read. */
const mostDays = 400

const columns = ['id', 'code', 'day', 'time', 'date', 'voidedAt', 'ingredient', 'quantity', 'unit']

const filtered = (rows: readonly WasteIncident[], filter: WasteFilter): WasteIncident[] =>
  rows.filter(passes(filter)).toSorted((one, other) => (one.at < other.at ? 1 : -1))

/**
 * The noun of waste: what the store threw away. It reads the incidents from the platform for each
 * request.
 */
export const waste = defineNoun(wasteContract, {
  needs: [jobs, store],
  create(context) {
    const { use, timeZone, settings } = context
    const dayOf = (at: string): string =>
      businessDayOf(Date.parse(at), timeZone(), settings().businessDayBorder)
    const known = use(store)
    const lists = new DayLists<z.output<typeof wasteIncidentSchema>, WasteIncident, null>(
      context,
      () => known.id,
      {
        startedBy: 'waste.read',
        terms: () => null,
        list: everyWasteIncident,
        at: ({ date }) => date ?? null,
        row: readIncident,
      },
    )

    return {
      handlers: {
        'waste.read': (days) => lists.start(days),
        'waste.list'({ jobId, filter, page }) {
          const found = lists.find(jobId)
          if (found === null) return fail('not-found')
          const { job, days: span, rows } = found
          const all = filtered(rows, filter)
          const { rows: incidents, ...place } = pageOf(all, page)
          const days = daysBetween(span.from, span.to).slice(-mostDays)
          const voided = all.filter(({ voidedAt }) => voidedAt !== null).length
          return ok({
            job,
            incidents,
            ...place,
            ...sumIngredients(rows),
            days: sumDays(all, filter.ingredient, days, dayOf),
            counting: all.length - voided,
            voided,
          })
        },
        async 'waste.table'({ jobId, filter }) {
          const found = lists.find(jobId)
          if (found === null) return fail('not-found')
          const rows = filtered(found.rows, filter).flatMap(({ ingredients, ...incident }) =>
            ingredients.map((ingredient) => ({ incident, ingredient })),
          )
          const zone = timeZone()
          return ok(
            await longTable(columns, rows, ({ incident, ingredient }) => [
              incident.id,
              incident.code,
              dayOf(incident.at),
              clockOf(Date.parse(incident.at), zone),
              incident.at,
              incident.voidedAt,
              ingredient.name,
              ingredient.quantity,
              ingredient.unit,
            ]),
          )
        },
      },
    }
  },
})
