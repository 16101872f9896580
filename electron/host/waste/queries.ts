import { fail, ok } from '#contract/result.ts'
import type { WasteFilter, WasteIncident } from '#contract/waste.ts'
import { clockOf, dayOf, daysBetween } from '#domain/reservations/store-day.ts'
import { passes, sumDays, sumIngredients } from '#domain/waste/sums.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Readings } from '../reading/readings.ts'
import { tableOf } from '../table.ts'

/** What screens ask about waste that was read. */
export type WasteQueries = Pick<HandlersOf<'waste'>, 'waste.list' | 'waste.table'>

interface QueriesDeps {
  readings: Pick<Readings<WasteIncident, null>, 'find'>
  timeZone: () => string
}

const pageSize = 50
/** More columns than that are no chart any more. */
const mostDays = 400

const columns = ['id', 'code', 'day', 'time', 'date', 'voidedAt', 'ingredient', 'quantity', 'unit']

export function createWasteQueries({ readings, timeZone }: QueriesDeps): WasteQueries {
  const storeDay = (at: string): string => dayOf(Date.parse(at), timeZone())

  const filtered = (rows: readonly WasteIncident[], filter: WasteFilter): WasteIncident[] =>
    rows.filter(passes(filter)).toSorted((one, other) => (one.at < other.at ? 1 : -1))

  return {
    'waste.list'({ readingId, filter, page }) {
      const found = readings.find(readingId)
      if (found === null) return fail('not-found')
      const { reading, rows } = found
      const all = filtered(rows, filter)
      const pages = Math.max(1, Math.ceil(all.length / pageSize))
      const shown = Math.min(page, pages)
      const days = daysBetween(reading.from, reading.to).slice(-mostDays)
      const voided = all.filter(({ voidedAt }) => voidedAt !== null).length
      return ok({
        reading,
        incidents: all.slice((shown - 1) * pageSize, shown * pageSize),
        page: shown,
        pages,
        total: all.length,
        ...sumIngredients(rows),
        days: sumDays(all, filter.ingredient, days, storeDay),
        counting: all.length - voided,
        voided,
      })
    },
    async 'waste.table'({ readingId, filter }) {
      const found = readings.find(readingId)
      if (found === null) return fail('not-found')
      const rows = filtered(found.rows, filter).flatMap(({ ingredients, ...incident }) =>
        ingredients.map((ingredient) => ({ incident, ingredient })),
      )
      const zone = timeZone()
      return ok(
        await tableOf(columns, rows, ({ incident, ingredient }) => [
          incident.id,
          incident.code,
          dayOf(Date.parse(incident.at), zone),
          clockOf(Date.parse(incident.at), zone),
          incident.at,
          incident.voidedAt,
          ingredient.name,
          ingredient.quantity,
          ingredient.unit,
        ]),
      )
    },
  }
}
