import { z } from 'zod'
import type { AppError } from '#contract/result.ts'
import type { Steps } from '#contract/steps.ts'
import type { MenuChoice, MenuGaps, StockKey } from '#contract/stock.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { menuItemsInSteps, readMenuItems, type MenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import type { MenuWord } from '#domain/stock/menu-word.ts'
import { readHours, type StoreHours } from '#domain/menu/store-hours.ts'
import { weekdaysOf, type Dialect } from '#platform/dialect.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import { menuSchema, type Menu } from '#platform/menus.ts'
import { inTurns } from '#platform/reading/turns.ts'
import type { BackOff } from '../back-off.ts'
import { isoNow, jitter, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import { logThrown, type Log } from '../log.ts'

const readEveryMs = 10 * 60_000
/** After a failure, doubling up to the pause after a success. */
const retryMs = 60_000

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

/** Until version 2 the menus stood alone, and until version 3 nothing told since when they say what they say. */
function upgrade(row: Record<string, unknown>, version: number): Record<string, unknown> {
  const body = version < 3 ? { menus: row['body'], unread: 0 } : (row['body'] as object)
  return { ...row, body: { ...body, toldAt: row['read_at'], since: {} } }
}

/**
 * A change that is dated later than the menus of now was told while the platform's clock was wrong, or ours: nobody knows
 * when it was, and it must not outrank what was sold out since.
 */
const isBefore = (change: string, toldAt: string): boolean => change <= toldAt

const isSameList = (one: readonly Menu[], other: readonly Menu[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

interface MenuCacheDeps {
  db: Database
  clock: Clock
  log: Log
  chance: () => number
  backOff: BackOff
  dialect: Dialect
  /** Whether an id is one of the store's. */
  isOurs(storeId: string): boolean
  /** The store's zone, where a menu names none. */
  timeZone: () => string
  /** Reads the website's menus; null where there is nobody to ask. Where it is `repeated`, they are not looked at. */
  list: (() => Promise<CallResult<Menu[]>>) | null
  /** What `list` remembers of its last answer counts no more. */
  forgetAnswer(): void
  /** After a reading, whatever came of it. */
  onRead(): void
}

/** The store's menu as last read: usable without a line, renewed on its own. */
export interface MenuCache {
  readonly items: MenuItems
  /** The website's, those of other stores as well. */
  readonly all: readonly Menu[]
  readonly hours: StoreHours | null
  readonly state: {
    readAt: string | null
    error: AppError | null
    gaps: MenuGaps
    choice: MenuChoice
  }
  /** When the platform told it, by its own clock (ISO); null where it never was read. */
  readonly toldAt: string | null
  /** What it says of an item; null where it says nothing. */
  wordOf(key: StockKey): MenuWord | null
  start(): void
  /** Reads at once, or again where a reading is under way. */
  wake(): void
  /** More ids of the store may be known: some menu may be its own that was not taken for it. */
  storeKnown(): void
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
    version: 4,
    upgrade,
  })
  const nothing: Body = { menus: [], unread: 0, toldAt: '', since: {} }
  const kept = rows.get('all')
  const repeat = kept === null ? null : rows.get('repeat')
  let readAt = kept?.read_at ?? null
  let error: AppError | null = null
  let body: Body = kept?.body ?? nothing
  if (repeat !== null) heardAgain(repeat.body.toldAt, repeat.read_at)
  let { menus, choice } = menusOf([], deps.isOurs)
  let items = readMenuItems([])
  let gaps = menuGaps(items, 0)
  let cancelTimer = (): void => undefined
  let running = false
  let askAgain = false
  let closed = false
  const isClosed = (): boolean => closed

  /** The platform told the same menus again. */
  function heardAgain(toldAt: string, at: string): void {
    if (readAt !== null && at < readAt) return
    body = { ...body, toldAt }
    readAt = at
  }

  /** Menus may be megabytes, which are not written again: that they were told again has a row of its own. */
  async function keepRepeat(toldAt: string): Promise<void> {
    const now = isoNow(clock)
    const changes = Object.entries(body.since)
    const since = Object.fromEntries(changes.filter(([, at]) => isBefore(at, toldAt)))
    const isOther = Object.keys(since).length < changes.length
    body = { ...body, toldAt, since }
    readAt = now
    // Its row may have been found damaged, and set aside.
    if (isOther || db.get(`SELECT 1 AS there FROM menus WHERE id = 'all'`) === undefined)
      await rows.putLong({ id: 'all', body, read_at: now })
    if (isClosed()) return
    rows.put({ id: 'repeat', body: { ...nothing, toldAt }, read_at: now })
  }

  function show(read: MenuItems | null = null): void {
    ;({ menus, choice } = menusOf(body.menus, deps.isOurs))
    items = read ?? readMenuItems(menus)
    gaps = menuGaps(items, body.unread)
  }
  show()

  function hours(): StoreHours | null {
    const weekdays = weekdaysOf(dialect)
    for (const { menu } of menus) {
      const known = readHours(menu.schedule, weekdays, deps.timeZone())
      if (known !== null) return known
    }
    return null
  }

  /** Since when each item is told to be what it is; the first reading tells of none. */
  function* sinceOf(now: MenuItems['available'], toldAt: string): Steps<Record<string, string>> {
    const since: Record<string, string> = {}
    if (readAt === null) return since
    for (const [key, available] of now) {
      const known = available === items.available.get(key) ? body.since[key] : toldAt
      if (known !== undefined && isBefore(known, toldAt)) since[key] = known
      yield
    }
    return since
  }

  /** The things of the menus that are the store's, by all of its ids that are known once they are read. */
  async function readOwn(found: Menu[]): Promise<{ own: Menu[]; read: MenuItems }> {
    for (;;) {
      const own = menusOf(found, deps.isOurs).menus
      const read = await inTurns(menuItemsInSteps(own))
      if (isSameList(menusOf(found, deps.isOurs).menus, own)) return { own, read }
    }
  }

  async function keep(found: Menu[], paths: readonly string[], toldAt: string): Promise<void> {
    const { own, read } = await readOwn(found)
    const unread = countLost(paths, found, own)
    const since = await inTurns(sinceOf(read.available, toldAt))
    if (isClosed()) return
    const next = { menus: found, unread, toldAt, since }
    const now = isoNow(clock)
    await rows.putLong({ id: 'all', body: next, read_at: now })
    if (isClosed()) return
    const isStill = isSameList(menusOf(found, deps.isOurs).menus, own)
    readAt = now
    body = next
    show(isStill ? read : null)
    if (gaps.leftOut > 0) deps.log.warn('menu not read in full', { leftOut: gaps.leftOut })
  }

  async function read(): Promise<void> {
    if (deps.list === null || isClosed()) return
    if (running) {
      askAgain = true
      return
    }
    running = true
    cancelTimer()
    let wait = jitter(readEveryMs, deps.chance())
    try {
      const askedAt = clock.now()
      const result = await deps.list()
      if (isClosed()) return
      if (result.ok) {
        // No menu is from the future, whatever the platform's clock says.
        const told = Math.min(result.answeredAt ?? askedAt, clock.now())
        const toldAt = new Date(told).toISOString()
        if (result.repeated === true) await keepRepeat(toldAt)
        else await keep(result.value, result.unread ?? [], toldAt)
        if (isClosed()) return
        error = null
        deps.backOff.answered()
      } else {
        error = appError(result.failure)
        wait = deps.backOff.after(result.failure, { firstMs: retryMs, longestMs: readEveryMs })
        deps.log.warn('menu not read', { kind: result.failure.kind, status: result.failure.status })
      }
    } catch (cause) {
      deps.log.error('menu not kept', { cause: String(cause) })
      deps.forgetAnswer()
      wait = jitter(retryMs, deps.chance())
    } finally {
      running = false
    }
    try {
      deps.onRead()
    } catch (cause) {
      // A disk that takes no writes must not end the reading: it is told again soon.
      logThrown(deps.log, 'menu', cause)
      wait = retryMs
    }
    if (isClosed()) return
    cancelTimer = clock.after(askAgain ? 0 : wait, read)
    askAgain = false
  }

  return {
    get items() {
      return items
    },
    get all() {
      return body.menus
    },
    get hours() {
      return hours()
    },
    get state() {
      return { readAt, error, gaps, choice }
    },
    get toldAt() {
      return readAt === null ? null : body.toldAt
    },
    wordOf(key) {
      const available = items.available.get(key)
      if (available === undefined || readAt === null) return null
      return { available, at: body.toldAt, since: body.since[key] ?? '' }
    },
    start: () => void read(),
    wake: () => void read(),
    storeKnown() {
      // One may have taken another's place.
      if (isSameList(menusOf(body.menus, deps.isOurs).menus, menus)) return
      show()
      deps.onRead()
    },
    close() {
      closed = true
      cancelTimer()
    },
  }
}
