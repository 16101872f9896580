import type { z } from 'zod'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  wasteContract,
  type WasteFilter,
  type WasteIncident,
  type WastePage,
} from '#contract/waste/waste.ts'
import { clockOf, daysBetween } from '#domain/store-time/store-day.ts'
import { businessDayOf } from '#domain/store-time/business-day.ts'
import { passes, readIncident, sumDays, sumIngredients } from '#domain/waste/sums.ts'
import { everyWasteIncident } from '#platform/lists.ts'
import type { wasteIncidentSchema } from '#platform/tabs.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { DayLists, pageOf, type DayListSource } from '../jobs/day-lists.ts'
import { jobs } from '../jobs/jobs.ts'
import { defineNoun, type Context } from '../noun.ts'
import { longTable } from '../worker/long-table.ts'

/** A chart with more columns cannot be read. */
const maxDays = 400

const columns = ['id', 'code', 'day', 'time', 'date', 'voidedAt', 'ingredient', 'quantity', 'unit']

const filtered = (rows: readonly WasteIncident[], filter: WasteFilter): WasteIncident[] =>
  rows.filter(passes(filter)).toSorted((one, other) => (one.at < other.at ? 1 : -1))

type WireIncident = z.output<typeof wasteIncidentSchema>

const source: DayListSource<WireIncident, WasteIncident, null> = {
  startedBy: 'waste.read',
  terms: () => null,
  list: everyWasteIncident,
  at: ({ date }) => date ?? null,
  row: readIncident,
}

/** What the store threw away. It reads the incidents from the platform for each request. */
class Waste {
  readonly handlers: HandlersOf<'waste'> = handlersOf(wasteContract, this)
  readonly #context: Context
  readonly #lists: DayLists<WireIncident, WasteIncident, null>

  constructor(context: Context) {
    this.#context = context
    this.#lists = new DayLists(context, () => context.use(store).id, source)
  }

  read(days: Parsed<'waste.read'>): Result<Output<'waste.read'>> {
    return this.#lists.start(days)
  }

  list({ jobId, filter, page }: Parsed<'waste.list'>): Result<WastePage> {
    const list = this.#lists.find(jobId)
    if (list === null) return fail('not-found')
    const { job, days: span, rows } = list
    const all = filtered(rows, filter)
    const { rows: incidents, ...place } = pageOf(all, page)
    const days = daysBetween(span.from, span.to).slice(-maxDays)
    const voided = all.filter(({ voidedAt }) => voidedAt !== null).length
    return ok({
      job,
      incidents,
      ...place,
      ...sumIngredients(rows),
      days: sumDays(all, filter.ingredient, days, (at) => this.#dayOf(at)),
      counting: all.length - voided,
      voided,
    })
  }

  async table({ jobId, filter }: Parsed<'waste.table'>): Promise<Result<string>> {
    const list = this.#lists.find(jobId)
    if (list === null) return fail('not-found')
    const rows = filtered(list.rows, filter).flatMap(({ ingredients, ...incident }) =>
      ingredients.map((ingredient) => ({ incident, ingredient })),
    )
    const zone = this.#context.timeZone()
    return ok(
      await longTable(columns, rows, ({ incident, ingredient }) => [
        incident.id,
        incident.code,
        this.#dayOf(incident.at),
        clockOf(Date.parse(incident.at), zone),
        incident.at,
        incident.voidedAt,
        ingredient.name,
        ingredient.quantity,
        ingredient.unit,
      ]),
    )
  }

  #dayOf(at: string): string {
    const { timeZone, settings } = this.#context
    return businessDayOf(Date.parse(at), timeZone(), settings().businessDayBorder)
  }
}

/** The noun of waste. */
export const waste = defineNoun(wasteContract, {
  needs: [jobs, store],
  create: (context) => new Waste(context),
})
