import { z } from 'zod'
import type { HostEvent } from '#contract/index.ts'
import type { StockKey, StockState } from '#contract/stock/stock.ts'
import { freshRow, listedAtOf, viewOf, type StockEntry, type StockRow } from '#domain/stock/row.ts'
import { isoNow } from '../clock/clock.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { splitChanges } from '../notify/notify.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import type { StockStore } from './store.ts'

const tapOf = z.object({ desired: z.object({ tapId: z.string() }) })

/**
 * The rows of the board, and the keys whose changes haven't been sent to screens. Call within a
 * transaction.
 */
export class StockChanges {
  readonly #context: Context
  readonly #store: StockStore
  readonly #menus: Menu
  readonly #unsent = new Set<StockKey>()
  #revision = 0

  constructor(context: Context, store: StockStore) {
    this.#context = context
    this.#store = store
    this.#menus = context.use(menu)
  }

  /** Of the last change that was sent to screens. */
  get revision(): number {
    return this.#revision
  }

  row(key: StockKey): StockRow {
    return this.#store.load(key) ?? freshRow(key)
  }

  /** The newest outbox entry of an item; null if there is none, or if nothing is desired. */
  entryOf({ key, desired }: StockRow): StockEntry | null {
    const entry = desired === null ? null : this.#context.outbox.newest('stock', key)
    return entry && this.#toStockEntry(entry)
  }

  /**
   * Rows with the newest entry that time can still change; an item that the platform has already
   * listed needs none.
   */
  withEntries(rows: readonly StockRow[]): { row: StockRow; entry: StockEntry | null }[] {
    const open = this.#openEntries()
    return rows.map((row) => ({
      row,
      entry: open.get(row.key) ?? (listedAtOf(row) === null ? this.entryOf(row) : null),
    }))
  }

  save(row: StockRow): void {
    this.#store.save(row)
    this.touch(row.key)
  }

  /** Marks an item whose delivery changed. */
  touch(key: StockKey): void {
    this.#unsent.add(key)
  }

  names(): Map<StockKey, string> {
    return new Map(this.#menus.items.items.map(({ key, name }) => [key, name]))
  }

  /** The state of every item that is not simply on sale. */
  states(): StockState[] {
    const rows = this.#store.all()
    const open = this.#openEntries()
    const keys = new Set(rows.map(({ key }) => key))
    const others = [...this.#menus.items.available.keys()].filter((key) => !keys.has(key))
    return [...rows, ...others.map(freshRow)].flatMap(
      (row) => this.#view(row, open.get(row.key)) ?? [],
    )
  }

  /** Returns the changes since the last call as events, each with a new revision. */
  drainUnsent(): HostEvent[] {
    const states: StockState[] = []
    const gone: StockKey[] = []
    for (const key of this.#unsent) {
      const state = this.#view(this.row(key))
      if (state === null) gone.push(key)
      else states.push(state)
    }
    this.#unsent.clear()
    const now = isoNow(this.#context.clock)
    return splitChanges(states, gone).map((part): HostEvent => {
      this.#revision += 1
      const revision = this.#revision
      return { type: 'stock.changed', now, revision, states: part.changed, gone: part.gone }
    })
  }

  #toStockEntry(entry: OutboxEntry): StockEntry {
    return {
      tapId: tapOf.safeParse(entry.payload).data?.desired.tapId ?? '',
      delivery: this.#context.outbox.deliveryOf(entry),
    }
  }

  /** Reads all open entries at once: one query per item takes three times as long. */
  #openEntries(): Map<StockKey, StockEntry> {
    const open = this.#context.outbox.allOpen('stock')
    return new Map(open.map((entry) => [entry.subject, this.#toStockEntry(entry)]))
  }

  #view(row: StockRow, entry = this.entryOf(row)): StockState | null {
    return viewOf(row, this.#menus.reportOf(row.key), this.#context.agreed.now(), entry)
  }
}
