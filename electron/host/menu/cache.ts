import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AppError } from '#contract/result.ts'
import type { StockKey } from '#contract/stock.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { idsOfMenu } from '#domain/menu/menu-ids.ts'
import type { MenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import type { OlderMenu } from '#domain/menu/older-menus.ts'
import { keyAmong } from '#domain/menu/stock-key.ts'
import { readHours, type StoreHours } from '#domain/menu/store-hours.ts'
import type { MenuReport } from '#domain/stock/row.ts'
import { fitWeekdays, usedNumbers } from '#domain/store-hours/weekdays.ts'
import { weekdaysOf } from '#platform/dialect.ts'
import type { Menu as WireMenu } from '#platform/menu.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import { arrangeMenus, type ArrangedMenus, type MenusToArrange } from '../worker/arrange-menus.ts'
import { worker } from '../worker/worker.ts'
import { emptyBody, menuRows, type Body } from './menu-rows.ts'

/**
 * A change dated later than the current menus was recorded while our clock or the platform's was
 * wrong. Its real time is unknown, and it must not outrank a later sell-out.
 */
const isBefore = (change: string, toldAt: string): boolean => change <= toldAt

/** The menus as last read, and when (ISO); null if they never were. */
interface StoredValue {
  body: Body
  readAt: string | null
}

const isSameList = (one: readonly WireMenu[], other: readonly WireMenu[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

/** Made at each start. */
const pictureSecret = randomBytes(32)

export type MenuCache = ReturnType<typeof createMenuCache>

/** The menus as last read, which are available without a connection. */
export function createMenuCache(context: Context) {
  const { clock, db, dialect, isOurs, log } = context
  const table = context.rows(menuRows)
  const confirmedWeekdays = context.values('weekdays', z.array(z.int()).length(7))
  let error: AppError | null = null
  let stored: StoredValue = readStored() ?? { body: emptyBody, readAt: null }
  let shown = show()
  let closed = false
  const isClosed = (): boolean => closed
  const weekdaysNow = (): number[] =>
    fitWeekdays(
      confirmedWeekdays.read() ?? weekdaysOf(dialect),
      shown.menus.flatMap(({ menu }) => usedNumbers(menu.schedule)),
    )

  function readStored(): StoredValue | null {
    const all = table.get('all')
    if (all === null) return null
    const repeat = table.get('repeat')
    return repeat !== null && repeat.read_at >= all.read_at
      ? { body: { ...all.body, toldAt: repeat.body.toldAt }, readAt: repeat.read_at }
      : { body: all.body, readAt: all.read_at }
  }

  /** Of some menus, those that the last read did not reach. */
  function olderAmong(menus: readonly WireMenu[], body: Body): OlderMenu[] {
    return body.older.flatMap(({ at, toldAt }) => {
      const menu = body.menus[at]
      return menu !== undefined && menus.includes(menu) ? [{ menu, toldAt }] : []
    })
  }

  function toArrange(own: readonly WireMenu[], body: Body): MenusToArrange {
    const { stationField, courseField } = dialect
    const older = olderAmong(own, body)
    return { menus: own, older, fields: { stationField, courseField }, pictureSecret }
  }

  /** What is shown of the store's own menus; `arranged` if that is already known. */
  function show(arranged: ArrangedMenus | null = null) {
    const { menus, choice } = menusOf(stored.body.menus, isOurs)
    const { items, olderItems } = arranged ?? arrangeMenus(toArrange(menus, stored.body))
    const older = olderAmong(menus, stored.body)
    return {
      ...{ menus, choice, items, olderItems },
      older: older.map(({ toldAt }) => toldAt).toSorted(),
      gaps: menuGaps(items, stored.body.unread),
    }
  }

  /** Since when each item has its current availability. The first read can't tell. */
  function sinceOf(now: MenuItems['available'], toldAt: string): Record<string, string> {
    const since: Record<string, string> = {}
    if (stored.readAt === null) return since
    for (const [key, available] of now) {
      const isSame = available === shown.items.available.get(key)
      const recorded = isSame ? stored.body.since[key] : toldAt
      if (recorded !== undefined && isBefore(recorded, toldAt)) since[key] = recorded
    }
    return since
  }

  /** Ids of the store that were learned meanwhile can change the choice: then once more. */
  async function arrangeOwn(body: Body): Promise<{ own: WireMenu[]; arranged: ArrangedMenus }> {
    for (;;) {
      const own = menusOf(body.menus, isOurs).menus
      const arranged = await worker.run('arrangeMenus', toArrange(own, body))
      if (isSameList(menusOf(body.menus, isOurs).menus, own)) return { own, arranged }
    }
  }

  /** When the platform reported a menu that is stored (ISO). */
  function reportedTimeOf(menu: WireMenu): string {
    const at = stored.body.menus.indexOf(menu)
    return stored.body.older.find((each) => each.at === at)?.toldAt ?? stored.body.toldAt
  }

  return {
    get items() {
      return shown.items
    },
    /** All menus of the website, including other stores' menus. */
    get all(): readonly WireMenu[] {
      return stored.body.menus
    },
    /** Whether the website has a menu with this id. */
    has: (id: string): boolean =>
      stored.body.menus.some(({ menu }) => idsOfMenu(menu).includes(id)),
    /** Null if no menu has a schedule. */
    get hours(): StoreHours | null {
      const weekdays = weekdaysNow()
      for (const { menu } of shown.menus) {
        const known = readHours(menu.schedule, weekdays, context.timeZone())
        if (known !== null) return known
      }
      return null
    },
    /** The schedule of the first menu that has hours, as the platform sends it. */
    get schedule() {
      const weekdays = weekdaysNow()
      const found = shown.menus.find(
        ({ menu }) => readHours(menu.schedule, weekdays, context.timeZone()) !== null,
      )
      return found?.menu.schedule ?? null
    },
    /** The platform's numbers of Monday to Sunday, and whether a person has confirmed them. */
    get weekdays() {
      return { numbers: weekdaysNow(), isConfirmed: confirmedWeekdays.read() !== null }
    },
    confirmWeekdays: (numbers: number[]): void => confirmedWeekdays.write(numbers),
    get state() {
      const { gaps, choice, older } = shown
      const [readAt] = older
      return {
        readAt: stored.readAt,
        error,
        gaps,
        choice,
        older: readAt === undefined ? null : { count: older.length, readAt },
      }
    },
    /** When the platform answered, by its own clock (ISO); null if the menus were never read. */
    get reportedAt() {
      return stored.readAt === null ? null : stored.body.toldAt
    },
    /** The same for the menus of an item: the oldest of them counts. */
    reportedAtOf: (key: StockKey): string | null =>
      stored.readAt === null ? null : (shown.olderItems.get(key) ?? stored.body.toldAt),
    /** What the menus report about an item; null if they don't mention it. */
    reportOf(key: StockKey): MenuReport | null {
      const available = shown.items.available.get(key)
      if (available === undefined || stored.readAt === null) return null
      const { toldAt, since } = stored.body
      return { available, at: shown.olderItems.get(key) ?? toldAt, since: since[key] ?? '' }
    },
    /** The key of the item with one of these names (`MenuNames`). */
    keyOf: (names: readonly StockKey[]): StockKey | null => keyAmong(shown.items.keys, names),
    /**
     * The menu's name for a thing with one of these names (`MenuNames`); null if no menu has it.
     */
    nameOf(names: readonly string[]): string | null {
      const name = names.find((each) => shown.items.names.has(each))
      return name === undefined ? null : (shown.items.names.get(name) ?? null)
    },
    /** Maps any key of an item to its one canonical key; an unknown key maps to itself. */
    canonical: (key: StockKey): StockKey => shown.items.keys.get(key) ?? key,

    /**
     * Stores menus that were just read; `paths` point to the things in them that could not be read.
     * `kept` are stored menus that were not read this time, and `missing` is the number of menus
     * that are not known at all.
     */
    async storeMenus(
      found: WireMenu[],
      paths: readonly string[],
      toldAt: string,
      { kept = [], missing = 0 }: { kept?: readonly WireMenu[]; missing?: number } = {},
    ): Promise<void> {
      const older = kept.map((menu) => ({ at: found.indexOf(menu), toldAt: reportedTimeOf(menu) }))
      const read: Body = { menus: found, unread: 0, toldAt, since: {}, older }
      const { own, arranged } = await arrangeOwn(read)
      if (isClosed()) return
      const unread = countLost(paths, found, own) + missing
      const body = { ...read, unread, since: sinceOf(arranged.items.available, toldAt) }
      const readAt = isoNow(clock)
      await table.putLong({ id: 'all', body, read_at: readAt })
      if (isClosed()) return
      stored = { body, readAt }
      shown = show(isSameList(menusOf(found, isOurs).menus, own) ? arranged : null)
      const { leftOut } = shown.gaps
      if (leftOut > 0) log.warn('menu not read in full', { leftOut })
    },
    /**
     * The platform returned the same menus. They can be megabytes, so only the time is written, in
     * a separate row.
     */
    async storeRepeat(toldAt: string): Promise<void> {
      const readAt = isoNow(clock)
      const changes = Object.entries(stored.body.since)
      const since = Object.fromEntries(changes.filter(([, at]) => isBefore(at, toldAt)))
      const isOther = Object.keys(since).length < changes.length
      const body = { ...stored.body, toldAt, since }
      stored = { body, readAt }
      // The row may have been damaged and set aside.
      if (isOther || db.get(`SELECT 1 AS there FROM menus WHERE id = 'all'`) === undefined)
        await table.putLong({ id: 'all', body, read_at: readAt })
      if (isClosed()) return
      table.put({ id: 'repeat', body: { ...emptyBody, toldAt }, read_at: readAt })
    },
    isClosed,
    close(): void {
      closed = true
    },
    /** Sets how the last read failed; null if it succeeded. */
    setError(found: AppError | null): void {
      error = found
    },
    /** New ids of the store can change which menus are its own. Returns whether they did. */
    chooseAgain(): boolean {
      if (isSameList(menusOf(stored.body.menus, isOurs).menus, shown.menus)) return false
      shown = show()
      return true
    },
  }
}
