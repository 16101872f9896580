import type { AppError } from '#contract/result.ts'
import type { StockKey } from '#contract/stock.ts'
import type { Steps } from '#contract/steps.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { menuItemsInSteps, readMenuItems, type MenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import { keyAmong } from '#domain/menu/stock-key.ts'
import { readHours, type StoreHours } from '#domain/menu/store-hours.ts'
import type { MenuWord } from '#domain/stock/row.ts'
import { weekdaysOf } from '#platform/dialect.ts'
import type { Menu as WireMenu } from '#platform/menu.ts'
import { inTurns } from '#platform/reading/turns.ts'
import type { Context } from '../noun.ts'
import { isBefore, type MenuStore } from './store.ts'

const isSameList = (one: readonly WireMenu[], other: readonly WireMenu[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

export type MenuCache = ReturnType<typeof createMenuCache>

/** What the menus as last read say: there without a connection. */
export function createMenuCache(context: Context, store: MenuStore) {
  const { dialect, isOurs, log } = context
  let error: AppError | null = null
  let shown = show()

  /** What the store's own menus say; `read` are their items, where those are known already. */
  function show(read: MenuItems | null = null) {
    const { menus, choice } = menusOf(store.body.menus, isOurs)
    const items = read ?? readMenuItems(menus)
    return { menus, choice, items, gaps: menuGaps(items, store.body.unread) }
  }

  /** Since when each item has been what the menu says now. The first reading says nothing of that. */
  function* sinceOf(now: MenuItems['available'], toldAt: string): Steps<Record<string, string>> {
    const since: Record<string, string> = {}
    if (store.readAt === null) return since
    for (const [key, available] of now) {
      const isSame = available === shown.items.available.get(key)
      const known = isSame ? store.body.since[key] : toldAt
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
      return store.body.menus
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
      return { readAt: store.readAt, error, gaps: shown.gaps, choice: shown.choice }
    },
    /** When the platform told it, by its own clock (ISO); null where it never was read. */
    get toldAt() {
      return store.readAt === null ? null : store.body.toldAt
    },
    /** What it says of an item; null where it says nothing. */
    wordOf(key: StockKey): MenuWord | null {
      const available = shown.items.available.get(key)
      if (available === undefined || store.readAt === null) return null
      const { toldAt, since } = store.body
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
      if (store.isClosed()) return
      await store.keep({ menus: found, unread, toldAt, since })
      if (store.isClosed()) return
      shown = show(isSameList(menusOf(found, isOurs).menus, own) ? read : null)
      const { leftOut } = shown.gaps
      if (leftOut > 0) log.warn('menu not read in full', { leftOut })
    },
    /** How the last reading failed; null where it did not. */
    setError(found: AppError | null): void {
      error = found
    },
    /** More ids of the store may be known, so that other menus are its own; answers whether they are. */
    chooseAgain(): boolean {
      if (isSameList(menusOf(store.body.menus, isOurs).menus, shown.menus)) return false
      shown = show()
      return true
    },
  }
}
