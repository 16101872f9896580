import { z } from 'zod'
import type { AppError } from '#contract/result.ts'
import { menusOf, readMenuItems, type MenuItems } from '#domain/menu/menu-items.ts'
import { readHours, type StoreHours } from '#domain/menu/store-hours.ts'
import type { Dialect } from '#platform/dialect.ts'
import { appError, type CallResult } from '#platform/failure.ts'
import { menuSchema, type Menu } from '#platform/menus.ts'
import { isoNow, jitter, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

const readEveryMs = 10 * 60_000
const retryEveryMs = 60_000

const menuRow = z.object({ id: z.string(), body: menuSchema.array(), read_at: z.string() })

interface MenuCacheDeps {
  db: Database
  clock: Clock
  log: Log
  chance: () => number
  dialect: Dialect
  storeId: string
  /** The store's zone, where a menu names none. */
  timeZone: () => string
  /** Reads the website's menus; null where there is nobody to ask. */
  list: (() => Promise<CallResult<Menu[]>>) | null
  /** After a reading, whatever came of it. */
  onRead(): void
}

/** The store's menu as last read: usable without a line, renewed on its own. */
export interface MenuCache {
  readonly items: MenuItems
  readonly hours: StoreHours | null
  readonly state: { readAt: string | null; error: AppError | null }
  start(): void
  /** Reads at once, or again where a reading is under way. */
  wake(): void
  close(): void
}

export function createMenuCache(deps: MenuCacheDeps): MenuCache {
  const { db, clock, dialect } = deps
  const rows = createRows(db, deps.log, {
    table: 'menus',
    key: 'id',
    schema: menuRow,
    columns: ['id', 'body', 'read_at'],
    json: ['body'],
    version: 2,
  })
  const kept = rows.get('all')
  let readAt = kept?.read_at ?? null
  let error: AppError | null = null
  let menus: Menu[] = []
  let items = readMenuItems([])
  let cancelTimer = (): void => undefined
  let running = false
  let askAgain = false
  let closed = false
  const isClosed = (): boolean => closed

  function show(found: readonly Menu[]): void {
    menus = menusOf(found, deps.storeId)
    items = readMenuItems(menus)
  }
  if (kept !== null) show(kept.body)

  function hours(): StoreHours | null {
    const weekdays = dialect.weekdays.split(' ').map(Number)
    for (const { menu } of menus) {
      const known = readHours(menu.schedule, weekdays, deps.timeZone())
      if (known !== null) return known
    }
    return null
  }

  function keep(found: readonly Menu[]): void {
    readAt = isoNow(clock)
    rows.put({ id: 'all', body: [...found], read_at: readAt })
    show(found)
  }

  async function read(): Promise<void> {
    if (deps.list === null || isClosed()) return
    if (running) {
      askAgain = true
      return
    }
    running = true
    cancelTimer()
    let wait = readEveryMs
    try {
      const result = await deps.list()
      if (isClosed()) return
      if (result.ok) {
        keep(result.value)
        error = null
      } else {
        error = appError(result.failure)
        wait = result.failure.retryAfterMs ?? retryEveryMs
        deps.log.warn('menu not read', { kind: result.failure.kind, status: result.failure.status })
      }
    } catch (cause) {
      deps.log.error('menu not kept', { cause: String(cause) })
      wait = retryEveryMs
    } finally {
      running = false
    }
    deps.onRead()
    if (isClosed()) return
    cancelTimer = clock.after(askAgain ? 0 : jitter(wait, deps.chance()), () => void read())
    askAgain = false
  }

  return {
    get items() {
      return items
    },
    get hours() {
      return hours()
    },
    get state() {
      return { readAt, error }
    },
    start: () => void read(),
    wake: () => void read(),
    close() {
      closed = true
      cancelTimer()
    },
  }
}
