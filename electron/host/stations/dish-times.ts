import { z } from 'zod'
import type { StockKey } from '#contract/stock/stock.ts'
import type { Pace } from '#contract/tickets/ticket.ts'
import {
  isUsual,
  learnedFrom,
  learnedSeconds,
  paceOfWork,
  type WorkTime,
} from '#domain/tickets/work-times.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StationStore } from './store.ts'

const rowSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  item: z.string(),
  station: z.string(),
  product: z.string(),
  seconds: z.number(),
  late: z.number(),
  done_at: z.string(),
})
type DishWorkRow = z.infer<typeof rowSchema>

/** A row for each dish that a station is done with. */
export const dishWorkRows: RowFormat<DishWorkRow> = {
  table: 'dish_work',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: [],
  old: { since: 'done_at' },
}

const placeOf = ({ item, station }: WorkTime): string => JSON.stringify([item, station])
const sorted = (seconds: readonly number[]): number[] =>
  seconds.toSorted((one, other) => one - other)

/** How long dishes take, learned from what stations are done with. */
export class DishTimes {
  readonly #db: Context['db']
  readonly #rows: Rows<DishWorkRow>
  readonly #store: StationStore
  readonly #menu: Pick<Menu, 'canonical'>

  constructor(
    { db, rows }: Pick<Context, 'db' | 'rows'>,
    store: StationStore,
    menu: Pick<Menu, 'canonical'>,
  ) {
    this.#db = db
    this.#rows = rows(dishWorkRows)
    this.#store = store
    this.#menu = menu
  }

  /** Stores what stations got done, and forgets what they took back. Inside a transaction. */
  follow(orderId: string, before: readonly WorkTime[], after: readonly WorkTime[]): void {
    const doneBefore = new Map(before.map((work) => [placeOf(work), work.doneAt]))
    for (const work of after) {
      const place = placeOf(work)
      const isNews = doneBefore.get(place) !== work.doneAt
      doneBefore.delete(place)
      if (isNews) this.#save(orderId, work)
    }
    for (const place of doneBefore.keys()) this.#rows.remove(`${orderId} ${place}`)
  }

  /** How long a product takes: what somebody set, or what was learned; null if it is unknown. */
  secondsOf(key: StockKey): number | null {
    const product = this.#menu.canonical(key)
    const minutes = this.#store.times.get(product)
    return minutes === undefined ? this.#learnedOf(product) : minutes * 60
  }

  /** What was learned of every product. */
  learned(): Map<StockKey, { seconds: number | null; count: number }> {
    const products = this.#db.all(
      `SELECT product, group_concat(seconds) AS seconds FROM (
         SELECT product, seconds,
           row_number() OVER (PARTITION BY product ORDER BY done_at DESC) AS nth
         FROM dish_work)
       WHERE nth <= ? GROUP BY product`,
      learnedFrom.max,
    )
    return new Map(
      products.map(({ product, seconds }) => {
        const times = String(seconds).split(',').map(Number)
        return [String(product), { seconds: learnedSeconds(sorted(times)), count: times.length }]
      }),
    )
  }

  /** The pace of some stations since an ISO instant. */
  paceSince(from: string, stations: readonly string[]): Pace {
    const dishes = this.#rows
      .all('done_at >= ?', from)
      .filter(({ station }) => stations.includes(station))
    return paceOfWork(
      dishes.map(({ order_id, item, seconds, late }) => ({
        dish: `${order_id} ${item}`,
        seconds,
        isLate: late === 1,
      })),
    )
  }

  #save(orderId: string, work: WorkTime): void {
    const id = `${orderId} ${placeOf(work)}`
    if (!isUsual(work)) {
      this.#rows.remove(id)
      return
    }
    const { item, station, seconds, doneAt } = work
    this.#rows.put({
      ...{ id, order_id: orderId, item, station, seconds },
      product: this.#menu.canonical(work.product),
      late: work.isLate ? 1 : 0,
      done_at: doneAt,
    })
  }

  #learnedOf(product: StockKey): number | null {
    const last = this.#rows.all(
      'product = ? ORDER BY done_at DESC LIMIT ?',
      product,
      learnedFrom.max,
    )
    return learnedSeconds(sorted(last.map(({ seconds }) => seconds)))
  }
}
