import { menuContract } from '#contract/menu.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { ProductDetail, StockKey } from '#contract/stock.ts'
import type { MenuItems } from '#domain/menu/menu-items.ts'
import { keyAmong, sameNames, type MenuNames } from '#domain/menu/stock-key.ts'
import { createAnswerMemory } from '#platform/call/answer-memory.ts'
import type { Connection } from '#platform/connection.ts'
import type { Dialect } from '#platform/dialect.ts'
import { appError } from '#platform/call/failure.ts'
import { listMenus, readProduct } from '#platform/menus.ts'
import { readPicture, type Picture } from '#platform/picture.ts'
import type { BackOff } from '../back-off.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { defineNoun, type NounParts } from '../noun.ts'
import { createMenuCache, type MenuCache } from './cache.ts'
import { createPictures } from './pictures.ts'

/** So long the platform's word that its menus are as before is taken; then they are fetched once. */
const answerValidMs = 60 * 60_000

interface MenuDeps {
  db: Database
  clock: Clock
  log: Log
  chance: () => number
  backOff: BackOff
  dialect: Dialect
  /** Null where there is nobody to ask. */
  connection: Connection | null
  /** Whether an id is one of the store's. */
  isOurs(storeId: string): boolean
  /** The store's zone, where a menu names none. */
  timeZone: () => string
  /** After a reading, whatever came of it; `renamed` where things have other keys or names than before. */
  onRead(renamed: boolean): void
}

/** What is sold, under which keys, when the store is open, with which pictures. */
export interface Menu
  extends Pick<MenuCache, 'items' | 'all' | 'hours' | 'state' | 'toldAt' | 'wordOf'>, MenuNames {
  /** The one key of an item, however a screen names it; what no menu knows keeps its own. */
  canonical(key: StockKey): StockKey
  /** Reads at once, or again where a reading is under way. */
  read(): void
  /** What the menu shows of an item; null where there is nothing. */
  picture(key: StockKey): Promise<Picture | null>
}

function createMenu(deps: MenuDeps): NounParts<typeof menuContract, Menu> {
  const { db, clock, connection } = deps
  // The cache has the menus themselves.
  const memory = createAnswerMemory({
    most: 1,
    validForMs: answerValidMs,
    now: () => clock.monotonic(),
    slim: () => [],
  })
  const cache = createMenuCache({
    ...deps,
    list: connection === null ? null : () => listMenus(connection, {}, { memory }),
    forgetAnswer: memory.clear,
    onRead() {
      const { keys, names } = cache.items
      const renamed = !sameNames(known.keys, keys) || !sameNames(known.names, names)
      known = { keys, names }
      deps.onRead(renamed)
    },
  })
  let known: Pick<MenuItems, 'keys' | 'names'> = cache.items
  const pictures = createPictures(db, clock, (url) =>
    connection === null ? Promise.resolve(null) : readPicture(connection, url),
  )
  const canonical = (key: StockKey): StockKey => cache.items.keys.get(key) ?? key

  async function product(key: StockKey): Promise<Result<ProductDetail>> {
    const name = cache.items.wire.get(canonical(key))
    if (name?.type !== 'product') return fail('not-found')
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    const found = await readProduct(connection, { params: { productId: name.productId } })
    if (!found.ok) return { ok: false, error: appError(found.failure) }
    const { value } = found
    return ok({
      name: value.name ?? name.productId,
      description: value.description ?? null,
      menus: (value.menus ?? []).map((each) => ({
        id: each.externalId ?? each.menuId ?? '',
        price: each.price ?? null,
        available: each.available ?? null,
      })),
    })
  }

  const api: Menu = {
    get items() {
      return cache.items
    },
    get all() {
      return cache.all
    },
    get hours() {
      return cache.hours
    },
    get state() {
      return cache.state
    },
    get toldAt() {
      return cache.toldAt
    },
    wordOf: cache.wordOf,
    keyOf: (names) => keyAmong(cache.items.keys, names),
    nameOf(names) {
      const name = names.find((each) => cache.items.names.has(each))
      return name === undefined ? null : (cache.items.names.get(name) ?? null)
    },
    canonical,
    read: cache.wake,
    async picture(key) {
      const url = cache.items.pictures.get(canonical(key))
      return url === undefined ? null : pictures.read(url)
    },
  }
  return {
    api,
    hears: { 'store.seen': cache.storeKnown },
    start: cache.start,
    close: cache.close,
    handlers: {
      'menu.read'() {
        cache.wake()
        return ok(null)
      },
      'menu.product': ({ key }) => product(key),
    },
  }
}

/** The noun of the menu. */
export const menu = defineNoun(menuContract, {
  create: (context) =>
    createMenu({ ...context, onRead: (renamed) => void context.tell('menu.read', { renamed }) }),
})
