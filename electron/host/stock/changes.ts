import type { HostEvent } from '#contract/index.ts'
import type { StockKey, StockState } from '#contract/stock.ts'
import { z } from 'zod'
import type { MenuItems } from '#domain/menu/menu-items.ts'
import type { MenuWord } from '#domain/stock/menu-word.ts'
import { freshRow, listedAtOf, viewOf, type StockEntry, type StockRow } from '#domain/stock/row.ts'
import type { AgreedTime } from '../agreed-time.ts'
import { isoNow, type Clock } from '../clock.ts'
import { inParts } from '../notify/parts.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { StockStore } from './store.ts'

/** What stock needs of the menu; the host hands it in. */
export interface StockMenu {
  readonly items: MenuItems
  /** When the platform told it, by its own clock (ISO); null where it never was read. */
  readonly toldAt: string | null
  /** What it says of an item; null where it says nothing. */
  wordOf(key: StockKey): MenuWord | null
  canonical(key: StockKey): StockKey
}

const tapOf = z.object({ desired: z.object({ tapId: z.string() }) })

/** The rows of the board, and what the screens have not been told of them. Touched within transactions. */
export interface StockChanges {
  row(key: StockKey): StockRow
  rows(): StockRow[]
  /** Rows with their newest entries, as far as time can change them: not of what the platform has listed. */
  withEntries(rows: readonly StockRow[]): { row: StockRow; entry: StockEntry | null }[]
  /** The newest outbox entry about an item; null where there is none, or nothing is desired of it. */
  entry(row: StockRow): StockEntry | null
  /** Those that a process was to change. */
  askedIn(processId: string): StockRow[]
  keep(row: StockRow): void
  /** How far the platform is with an item has changed. */
  touch(key: StockKey): void
  /** Items, ingredients or the question of the opening changed: screens ask for the board again. */
  replace(): void
  /** What is shown of every item that is not plainly on sale. */
  states(): StockState[]
  /** What is untold, with a new revision for each message about items. */
  take(): HostEvent[]
  readonly revision: number
}

export function createStockChanges(
  store: StockStore,
  menu: StockMenu,
  clock: Clock,
  agreed: AgreedTime,
  outbox: Outbox,
): StockChanges {
  const touched = new Set<StockKey>()
  let replaced = false
  let revision = 0

  const row = (key: StockKey): StockRow => store.load(key) ?? freshRow(key)
  const asStock = (entry: OutboxEntry): StockEntry => ({
    tapId: tapOf.safeParse(entry.payload).data?.desired.tapId ?? '',
    delivery: outbox.deliveryOf(entry),
  })
  function entryOf({ key, desired }: StockRow): StockEntry | null {
    const entry = desired === null ? null : outbox.newest('stock', key)
    return entry && asStock(entry)
  }
  /** Every open entry by its item: read at once, where one after the other takes three times as long. */
  const openEntries = () =>
    new Map(outbox.allOpen('stock').map((entry) => [entry.subject, asStock(entry)]))
  const view = (each: StockRow, entry = entryOf(each)): StockState | null =>
    viewOf(each, menu.wordOf(each.key), agreed.now(), entry)

  function takeStates(): HostEvent[] {
    const states: StockState[] = []
    const gone: StockKey[] = []
    for (const key of touched) {
      const state = view(row(key))
      if (state === null) gone.push(key)
      else states.push(state)
    }
    touched.clear()
    const now = isoNow(clock)
    return inParts(states, gone).map((part): HostEvent => {
      revision += 1
      return { type: 'stock.changed', now, revision, states: part.things, gone: part.gone }
    })
  }

  return {
    row,
    rows: () => store.all(),
    withEntries(rows) {
      const open = openEntries()
      return rows.map((each) => ({
        row: each,
        entry: open.get(each.key) ?? (listedAtOf(each) === null ? entryOf(each) : null),
      }))
    },
    entry: entryOf,
    askedIn: store.askedIn,
    keep(changed) {
      store.save(changed)
      touched.add(changed.key)
    },
    touch: (key) => void touched.add(key),
    replace() {
      replaced = true
    },
    states() {
      const rows = store.all()
      const open = openEntries()
      const known = new Set(rows.map(({ key }) => key))
      const others = [...menu.items.available.keys()].filter((key) => !known.has(key)).map(freshRow)
      return [...rows, ...others].flatMap((each) => view(each, open.get(each.key)) ?? [])
    },
    take() {
      const board: HostEvent[] = replaced ? [{ type: 'stock.replaced' }] : []
      replaced = false
      return [...board, ...takeStates()]
    },
    get revision() {
      return revision
    },
  }
}
