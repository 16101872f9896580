import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { jitter } from '#contract/back-off.ts'
import { menuContract } from '#contract/menu.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { ProductDetail, StockKey } from '#contract/stock.ts'
import { sameNames } from '#domain/menu/stock-key.ts'
import { appError } from '#platform/call/failure.ts'
import { readProduct } from '#platform/menus.ts'
import type { Picture } from '#platform/picture.ts'
import { logThrown } from '../log.ts'
import { defineNoun, type Context } from '../noun.ts'
import { createMenuCache, type MenuCache } from './cache.ts'
import { menuRows } from './menu-rows.ts'
import { Pictures } from './pictures.ts'
import { createMenuSource, type MenuSource } from './source.ts'

const readEveryMs = 10 * 60_000
/** The first pause after a failure. It doubles up to the pause after a success. */
const retryMs = 60_000

/** How many ids of unknown menus are remembered; the oldest are dropped first. */
const mostOrdered = 20

export interface Menu extends Omit<
  MenuCache,
  'storeMenus' | 'storeRepeat' | 'setError' | 'chooseAgain' | 'isClosed' | 'close'
> {
  /** Reads now, or once more after a read that is in progress. */
  read(): void
  /** A picture by its name; null if no menu has it. */
  picture(name: string): Promise<Picture | null>
}

export const menu = defineNoun(menuContract, {
  tables: [menuRows],
  create(context) {
    const { connection } = context
    const cache = createMenuCache(context)
    const ordered = createOrderedMenus(context, cache)
    const reader = createMenuReader(context, cache, ordered.ids)
    const pictures = new Pictures(context)

    async function product(key: StockKey): Promise<Result<ProductDetail>> {
      const name = cache.items.wire.get(cache.canonical(key))
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

    const api: Menu = Object.assign(cache, {
      read: reader.read,
      async picture(name: string) {
        const url = cache.items.pictures.get(name)
        return url === undefined ? null : pictures.at(url)
      },
    })
    return {
      handlers: {
        'menu.read'() {
          reader.readAll()
          return ok(null)
        },
        'menu.product': ({ key }) => product(key),
      },
      api,
      listens: {
        'order.received'({ message }) {
          if (ordered.note(message.order?.menuId)) reader.namedByOrder()
        },
        'store.seen'() {
          if (cache.chooseAgain()) reader.showRead()
        },
      },
      start: reader.read,
      close() {
        reader.close()
        pictures.close()
      },
    }
  },
})

function createMenuReader(context: Context, cache: MenuCache, ordered: () => readonly string[]) {
  const { clock, log, chance, backOff, connection } = context
  const source = connection === null ? null : createMenuSource(context, connection, cache, ordered)
  let known = cache.items
  let cancelTimer = (): void => undefined
  let running = false
  let askAgain = false

  function showRead(): void {
    const { keys, names, categories, stations, courses } = cache.items
    const renamed = !sameNames(known.keys, keys) || !sameNames(known.names, names)
    const regrouped =
      !sameNames(known.stations, stations) ||
      !isDeepStrictEqual(known.courses, courses) ||
      !isDeepStrictEqual(known.categories, categories)
    void context.announce('menu.read', { renamed, regrouped })
    // Only then: what could not be written is announced again with the next read.
    known = cache.items
  }

  /** Reads the menus; returns the pause until the next read, in milliseconds. */
  async function readOnce(from: MenuSource): Promise<number> {
    const failure = await from.read()
    if (cache.isClosed()) return readEveryMs
    if (failure !== null) {
      cache.setError(appError(failure))
      log.warn('menu not read', { kind: failure.kind, status: failure.status })
      return backOff.after(failure, { firstMs: retryMs, longestMs: readEveryMs })
    }
    cache.setError(null)
    backOff.answered()
    return jitter(readEveryMs, chance())
  }

  async function read(): Promise<void> {
    if (source === null || cache.isClosed()) return
    if (running) {
      askAgain = true
      return
    }
    running = true
    cancelTimer()
    let wait = retryMs
    try {
      wait = await readOnce(source)
    } catch (cause) {
      log.error('menu not kept', { cause: String(cause) })
      source.forget()
      wait = jitter(retryMs, chance())
    }
    running = false
    if (cache.isClosed()) return
    try {
      showRead()
    } catch (cause) {
      // A failed write must not stop the reader: it tries again soon.
      logThrown(log, 'menu', cause)
      wait = retryMs
    }
    if (askAgain) {
      askAgain = false
      void read()
    } else {
      cancelTimer = clock.after(wait, read)
    }
  }

  return {
    read: () => void read(),
    /** A person asks: also tries the list of the website's menus again, however long it was. */
    readAll(): void {
      source?.tryList()
      void read()
    },
    /** Orders have named another menu. */
    namedByOrder(): void {
      if (source?.needsId === true) void read()
    },
    showRead,
    close(): void {
      cache.close()
      cancelTimer()
    },
  }
}

/** The ids of menus that orders named, and that no read has shown. */
function createOrderedMenus({ values }: Context, cache: MenuCache) {
  const stored = values('menu.ordered', z.array(z.string()))
  const ids = () => stored.read() ?? []
  return {
    ids,
    /** Remembers an id unless its menu is known. Returns whether it is new. */
    note(id: string | null | undefined): boolean {
      if (id == null || id === '' || cache.has(id) || ids().includes(id)) return false
      stored.write([id, ...ids()].slice(0, mostOrdered))
      return true
    },
  }
}
