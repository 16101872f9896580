import { z } from 'zod'
import type { HostEvent } from '#contract/index.ts'
import type { StockKey, StockState } from '#contract/stock.ts'
import { freshRow, listedAtOf, viewOf, type StockEntry, type StockRow } from '#domain/stock/row.ts'
import { isoNow } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { splitChanges } from '../notify/notify.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import type { StockStore } from './store.ts'

const tapOf = z.object({ desired: z.object({ tapId: z.string() }) })

export type StockChanges = ReturnType<typeof createStockChanges>

/**
 * The rows of the board, and the keys whose changes haven't been sent to screens. Call within a
 * transaction.
 */
export function createStockChanges(context: Context, store: StockStore) {
  const { clock, agreed, outbox } = context
  const menus = context.use(menu)
  const touched = new Set<StockKey>()
  let revision = 0

  const row = (key: StockKey): StockRow => store.load(key) ?? freshRow(key)
  const asStock = (entry: OutboxEntry): StockEntry => ({
    tapId: tapOf.safeParse(entry.payload).data?.desired.tapId ?? '',
    delivery: outbox.deliveryOf(entry),
  })
  /** The newest outbox entry of an item; null if there is none, or if nothing is desired. */
  function entryOf({ key, desired }: StockRow): StockEntry | null {
    const entry = desired === null ? null : outbox.newest('stock', key)
    return entry && asStock(entry)
  }
  /** Reads all open entries at once: one query per item takes three times as long. */
  const openEntries = () =>
    new Map(outbox.allOpen('stock').map((entry) => [entry.subject, asStock(entry)]))
  const view = (each: StockRow, entry = entryOf(each)): StockState | null =>
    viewOf(each, menus.reportOf(each.key), agreed.now(), entry)

  return {
    row,
    entryOf,
    /**
     * Rows with the newest entry that time can still change; an item that the platform has already
     * listed needs none.
     */
    withEntries(rows: readonly StockRow[]): { row: StockRow; entry: StockEntry | null }[] {
      const open = openEntries()
      return rows.map((each) => ({
        row: each,
        entry: open.get(each.key) ?? (listedAtOf(each) === null ? entryOf(each) : null),
      }))
    },
    keep(changed: StockRow): void {
      store.save(changed)
      touched.add(changed.key)
    },
    /** Marks an item whose delivery changed. */
    touch: (key: StockKey) => void touched.add(key),
    names: () => new Map(menus.items.items.map(({ key, name }) => [key, name])),
    /** The state of every item that is not simply on sale. */
    states(): StockState[] {
      const rows = store.all()
      const open = openEntries()
      const known = new Set(rows.map(({ key }) => key))
      const others = [...menus.items.available.keys()].filter((key) => !known.has(key))
      return [...rows, ...others.map(freshRow)].flatMap(
        (each) => view(each, open.get(each.key)) ?? [],
      )
    },
    /** Returns the changes since the last call as events, each with a new revision. */
    take(): HostEvent[] {
      const states: StockState[] = []
      const gone: StockKey[] = []
      for (const key of touched) {
        const state = view(row(key))
        if (state === null) gone.push(key)
        else states.push(state)
      }
      touched.clear()
      const now = isoNow(clock)
      return splitChanges(states, gone).map((part): HostEvent => {
        revision += 1
        return { type: 'stock.changed', now, revision, states: part.things, gone: part.gone }
      })
    },
    get revision() {
      return revision
    },
  }
}
