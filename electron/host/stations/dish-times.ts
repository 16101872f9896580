import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { Pace } from '#contract/tickets/ticket.ts'
import {
  isUsual,
  learnedFrom,
  learnedSeconds,
  paceOfWork,
  type WorkTime,
} from '#domain/tickets/work-times.ts'
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
/** A row for each dish that a station is done with. */
export const dishWorkRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'dish_work',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: [],
  old: { since: 'done_at' },
}

const placeOf = ({ item, station }: WorkTime): string => JSON.stringify([item, station])

export type DishTimes = ReturnType<typeof createDishTimes>

/** How long dishes take, learned from what stations are done with. */
export function createDishTimes(
  { db, rows: open }: Pick<Context, 'db' | 'rows'>,
  store: StationStore,
  menus: Pick<Menu, 'canonical'>,
) {
  const rows = open(dishWorkRows)

  function learned(product: StockKey): number | null {
    const last = rows.all('product = ? ORDER BY done_at DESC LIMIT ?', product, learnedFrom.atMost)
    return learnedSeconds(last.map(({ seconds }) => seconds).toSorted((one, other) => one - other))
  }

  return {
    /** Stores what stations got done, and forgets what they took back. Inside a transaction. */
    follow(orderId: string, before: readonly WorkTime[], after: readonly WorkTime[]): void {
      const rowOf = (work: WorkTime): string => `${orderId} ${placeOf(work)}`
      const was = new Map(before.map((work) => [placeOf(work), work.doneAt]))
      for (const work of after) {
        const place = placeOf(work)
        const isNews = was.get(place) !== work.doneAt
        was.delete(place)
        if (!isNews) continue
        if (!isUsual(work)) {
          rows.remove(rowOf(work))
          continue
        }
        const { item, station, seconds, doneAt } = work
        rows.put({
          id: rowOf(work),
          order_id: orderId,
          item,
          station,
          product: menus.canonical(work.product),
          seconds,
          late: work.isLate ? 1 : 0,
          done_at: doneAt,
        })
      }
      for (const place of was.keys()) rows.remove(`${orderId} ${place}`)
    },
    /** How long a product takes: what somebody set, or what was learned; null if it is unknown. */
    secondsOf(key: StockKey): number | null {
      const product = menus.canonical(key)
      const minutes = store.times().get(product)
      return minutes === undefined ? learned(product) : minutes * 60
    },
    /** What was learned of every product. */
    learned(): Map<StockKey, { seconds: number | null; count: number }> {
      const last = db.all(
        `SELECT product, group_concat(seconds) AS seconds FROM (
           SELECT product, seconds,
             row_number() OVER (PARTITION BY product ORDER BY done_at DESC) AS nth
           FROM dish_work)
         WHERE nth <= ? GROUP BY product`,
        learnedFrom.atMost,
      )
      return new Map(
        last.map(({ product, seconds }) => {
          const all = String(seconds).split(',').map(Number)
          const sorted = all.toSorted((one, other) => one - other)
          return [String(product), { seconds: learnedSeconds(sorted), count: all.length }]
        }),
      )
    },
    /** The pace of some stations since an ISO instant. */
    paceSince(from: string, stations: readonly string[]): Pace {
      const done = rows.all('done_at >= ?', from)
      return paceOfWork(
        done
          .filter(({ station }) => stations.includes(station))
          .map(({ order_id, item, seconds, late }) => ({
            dish: `${order_id} ${item}`,
            seconds,
            isLate: late === 1,
          })),
      )
    },
  }
}
