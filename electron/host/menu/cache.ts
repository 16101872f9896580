import { z } from 'zod'
import type { AppError } from '#contract/result.ts'
import type { StockKey } from '#contract/stock.ts'
import type { Steps } from '#contract/steps.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { menuItemsInSteps, readMenuItems, type MenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import { keyAmong } from '#domain/menu/stock-key.ts'
import { readHours, type StoreHours } from '#domain/menu/store-hours.ts'
import type { MenuReport } from '#domain/stock/row.ts'
import { weekdaysOf } from '#platform/dialect.ts'
import { menuSchema, type Menu as WireMenu } from '#platform/menu.ts'
import { inTurns } from '#platform/tolerant/turns.ts'
import { isoNow } from '../clock.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'

const bodySchema = z.object({
  menus: menuSchema.array(),
  /** How many of their things could not be read. */
  unread: z.int(),
  /** When the platform told them, by its own clock (ISO). */
  toldAt: z.string(),
  /** When each item was first told to be what it is now, of those that were told to be otherwise before. */
  since: z.record(z.string(), z.string()),
})
type Body = z.infer<typeof bodySchema>
const menuRow = z.object({ id: z.string(), body: bodySchema, read_at: z.string() })

/** Until version 2 a row held the menus alone, and until version 3 not since when they say what they say. */
function upgrade(row: Record<string, unknown>, version: number): Record<string, unknown> {
  const body = version < 3 ? { menus: row['body'], unread: 0 } : (row['body'] as object)
  return { ...row, body: { ...body, toldAt: row['read_at'], since: {} } }
}

export const menuRows: RowFormat<z.infer<typeof menuRow>> = {
  table: 'menus',
  key: 'id',
  schema: menuRow,
  columns: ['id', 'body', 'read_at'],
  json: ['body'],
  version: 4,
  upgrade,
}

/**
 * A change that is dated later than the menus of now was told while the platform's clock was wrong, or ours: nobody knows
 * when it was, and it must not outrank what was sold out since.
 */
const isBefore = (change: string, toldAt: string): boolean => change <= toldAt

const nothing: Body = { menus: [], unread: 0, toldAt: '', since: {} }

/** The menus as last read, and when, ISO; null where none ever was. */
interface StoredValue {
  body: Body
  readAt: string | null
}

const isSameList = (one: readonly WireMenu[], other: readonly WireMenu[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

export type MenuCache = ReturnType<typeof createMenuCache>

/** What the menus as last read say: there without a connection. */
export function createMenuCache(context: Context) {
  const { clock, db, dialect, isOurs, log } = context
  const table = context.rows(menuRows)
  let error: AppError | null = null
  let stored: StoredValue = readStored() ?? { body: nothing, readAt: null }
  let shown = show()
  let closed = false
  const isClosed = (): boolean => closed

  /** Null where no menu was ever read. */
  function readStored(): StoredValue | null {
    const all = table.get('all')
    if (all === null) return null
    const repeat = table.get('repeat')
    return repeat !== null && repeat.read_at >= all.read_at
      ? { body: { ...all.body, toldAt: repeat.body.toldAt }, readAt: repeat.read_at }
      : { body: all.body, readAt: all.read_at }
  }

  /** What the store's own menus say; `read` are their items, where those are known already. */
  function show(read: MenuItems | null = null) {
    const { menus, choice } = menusOf(stored.body.menus, isOurs)
    const items = read ?? readMenuItems(menus)
    return { menus, choice, items, gaps: menuGaps(items, stored.body.unread) }
  }

  /** Since when each item has been what the menu says now. The first reading says nothing of that. */
  function* sinceOf(now: MenuItems['available'], toldAt: string): Steps<Record<string, string>> {
    const since: Record<string, string> = {}
    if (stored.readAt === null) return since
    for (const [key, available] of now) {
      const isSame = available === shown.items.available.get(key)
      const known = isSame ? stored.body.since[key] : toldAt
      if (known !== undefined && isBefore(known, toldAt)) since[key] = known
      yield
    }
    return since
  }

  /** The items of the store's own menus, by all of its ids that are known once the menus are read. */
  async function readOwn(found: WireMenu[]): Promise<{ own: WireMenu[]; read: MenuItems }> {
    for (;;) {
      const own = menusOf(found, isOurs).menus
      const read = await inTurns(menuItemsInSteps(own))
      if (isSameList(menusOf(found, isOurs).menus, own)) return { own, read }
    }
  }

  return {
    get items() {
      return shown.items
    },
    /** All menus of the website, also those of other stores. */
    get all(): readonly WireMenu[] {
      return stored.body.menus
    },
    /** When the store is open; null where no menu says. */
    get hours(): StoreHours | null {
      const weekdays = weekdaysOf(dialect)
      for (const { menu } of shown.menus) {
        const known = readHours(menu.schedule, weekdays, context.timeZone())
        if (known !== null) return known
      }
      return null
    },
    get state() {
      return { readAt: stored.readAt, error, gaps: shown.gaps, choice: shown.choice }
    },
    /** When the platform told it, by its own clock (ISO); null where it never was read. */
    get reportedAt() {
      return stored.readAt === null ? null : stored.body.toldAt
    },
    /** What it says of an item; null where it says nothing. */
    wordOf(key: StockKey): MenuReport | null {
      const available = shown.items.available.get(key)
      if (available === undefined || stored.readAt === null) return null
      const { toldAt, since } = stored.body
      return { available, at: toldAt, since: since[key] ?? '' }
    },
    /** The one key of a thing that goes by these names (`MenuNames`). */
    keyOf: (names: readonly StockKey[]): StockKey | null => keyAmong(shown.items.keys, names),
    /** What the menus call a thing that goes by one of these names (`MenuNames`); null where they do not know it. */
    nameOf(names: readonly string[]): string | null {
      const name = names.find((each) => shown.items.names.has(each))
      return name === undefined ? null : (shown.items.names.get(name) ?? null)
    },
    /** The one key of an item, however a screen names it; what no menu knows keeps its own. */
    canonical: (key: StockKey): StockKey => shown.items.keys.get(key) ?? key,

    /** Keeps menus that were read now; `paths` are those of the things that could not be read. */
    async keep(found: WireMenu[], paths: readonly string[], toldAt: string): Promise<void> {
      const { own, read } = await readOwn(found)
      const unread = countLost(paths, found, own)
      const since = await inTurns(sinceOf(read.available, toldAt))
      if (isClosed()) return
      const body = { menus: found, unread, toldAt, since }
      const readAt = isoNow(clock)
      await table.putLong({ id: 'all', body, read_at: readAt })
      if (isClosed()) return
      stored = { body, readAt }
      shown = show(isSameList(menusOf(found, isOurs).menus, own) ? read : null)
      const { leftOut } = shown.gaps
      if (leftOut > 0) log.warn('menu not read in full', { leftOut })
    },
    /**
     * The platform told the same menus again. They may be megabytes, which are not written again: the repeat has a row of its
     * own.
     */
    async keepRepeat(toldAt: string): Promise<void> {
      const readAt = isoNow(clock)
      const changes = Object.entries(stored.body.since)
      const since = Object.fromEntries(changes.filter(([, at]) => isBefore(at, toldAt)))
      const isOther = Object.keys(since).length < changes.length
      const body = { ...stored.body, toldAt, since }
      stored = { body, readAt }
      // Its row may have been found damaged, and set aside.
      if (isOther || db.get(`SELECT 1 AS there FROM menus WHERE id = 'all'`) === undefined)
        await table.putLong({ id: 'all', body, read_at: readAt })
      if (isClosed()) return
      table.put({ id: 'repeat', body: { ...nothing, toldAt }, read_at: readAt })
    },
    isClosed,
    /** Nothing is written any more. */
    close(): void {
      closed = true
    },
    /** How the last reading failed; null where it did not. */
    setError(found: AppError | null): void {
      error = found
    },
    /** More ids of the store may be known, so that other menus are its own; answers whether they are. */
    chooseAgain(): boolean {
      if (isSameList(menusOf(stored.body.menus, isOurs).menus, shown.menus)) return false
      shown = show()
      return true
    },
  }
}
