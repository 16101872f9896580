import { randomBytes } from 'node:crypto'
import type { MenuGaps } from '#contract/stock/stock.ts'
import { countLost, menuGaps } from '#domain/menu/menu-gaps.ts'
import { idsOfMenu } from '#domain/menu/menu-ids.ts'
import type { MenuItems } from '#domain/menu/menu-items.ts'
import { menusOf } from '#domain/menu/menus-of.ts'
import type { OlderMenu } from '#domain/menu/older-menus.ts'
import type { Menu as WireMenu } from '#platform/menu.ts'
import { stampNow } from '../clock/clock.ts'
import type { Rows } from '../db/rows.ts'
import type { Context } from '../noun.ts'
import { arrangeMenus, type ArrangedMenus, type MenusToArrange } from '../worker/arrange-menus.ts'
import { worker } from '../worker/worker.ts'
import { emptyBody, menuRows, type Body, type MenuRow } from './menu-rows.ts'

/**
 * A change dated later than the current menus was recorded while our clock or the platform's was
 * wrong. Its real time is unknown, and it must not outrank a later sell-out.
 */
const isBefore = (change: string, toldAt: string): boolean => change <= toldAt

/** The menus as last read, and when (ISO); null if they never were. */
interface StoredMenus {
  body: Body
  readAt: string | null
}

/** What is shown of the store's own menus. */
interface ShownMenus extends ArrangedMenus, Pick<ReturnType<typeof menusOf>, 'menus' | 'choice'> {
  /** When the menus that the last read did not reach were reported, the oldest first. */
  older: string[]
  gaps: MenuGaps
}

const isSameList = (one: readonly WireMenu[], other: readonly WireMenu[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

/** Made at each start. */
const pictureSecret = randomBytes(32)

/** Of some menus, those that the last read did not reach. */
function olderAmong(menus: readonly WireMenu[], body: Body): OlderMenu[] {
  return body.older.flatMap(({ at, toldAt }) => {
    const menu = body.menus[at]
    return menu !== undefined && menus.includes(menu) ? [{ menu, toldAt }] : []
  })
}

function loadMenus(table: Rows<MenuRow>): StoredMenus | null {
  const all = table.get('all')
  if (all === null) return null
  const repeat = table.get('repeat')
  return repeat !== null && repeat.read_at >= all.read_at
    ? { body: { ...all.body, toldAt: repeat.body.toldAt }, readAt: repeat.read_at }
    : { body: all.body, readAt: all.read_at }
}

/** The menus as last read, which are available without a connection. */
export class MenuCache {
  readonly #context: Context
  readonly #table: Rows<MenuRow>
  #stored: StoredMenus
  #shown: ShownMenus
  #isClosed = false

  constructor(context: Context) {
    this.#context = context
    this.#table = context.rows(menuRows)
    this.#stored = loadMenus(this.#table) ?? { body: emptyBody, readAt: null }
    this.#shown = this.#show()
  }

  get shown(): ShownMenus {
    return this.#shown
  }

  get items(): MenuItems {
    return this.#shown.items
  }

  /** All menus of the website, including other stores' menus. */
  get all(): readonly WireMenu[] {
    return this.#stored.body.menus
  }

  /** ISO; null if the menus were never read. */
  get readAt(): string | null {
    return this.#stored.readAt
  }

  /** When the platform answered, by its own clock (ISO); null if the menus were never read. */
  get reportedAt(): string | null {
    return this.#stored.readAt === null ? null : this.#stored.body.toldAt
  }

  /** When items were first reported as they are now (ISO), by key (`Body`). */
  get since(): Readonly<Record<string, string>> {
    return this.#stored.body.since
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether the website has a menu with this id. */
  has(id: string): boolean {
    return this.all.some(({ menu }) => idsOfMenu(menu).includes(id))
  }

  /**
   * Stores menus that were just read; `paths` point to the things in them that could not be read.
   * `kept` are stored menus that were not read this time, and `missing` is the number of menus that
   * are not known at all.
   */
  async storeMenus(
    menus: WireMenu[],
    paths: readonly string[],
    toldAt: string,
    { kept = [], missing = 0 }: { kept?: readonly WireMenu[]; missing?: number } = {},
  ): Promise<void> {
    const older = kept.map((menu) => ({
      at: menus.indexOf(menu),
      toldAt: this.#reportedAtOf(menu),
    }))
    const read: Body = { menus, unread: 0, toldAt, since: {}, older }
    const { own, arranged } = await this.#arrangeOwn(read)
    if (this.#isClosed) return
    const unread = countLost(paths, menus, own) + missing
    const body = { ...read, unread, since: this.#sinceOf(arranged.items.available, toldAt) }
    await this.#save(body, own, arranged)
  }

  /**
   * The platform returned the same menus. They can be megabytes, so only the time is written, in a
   * separate row.
   */
  async storeRepeat(toldAt: string): Promise<void> {
    const { clock, db } = this.#context
    const readAt = stampNow(clock)
    const changes = Object.entries(this.#stored.body.since)
    const since = Object.fromEntries(changes.filter(([, at]) => isBefore(at, toldAt)))
    const isOther = Object.keys(since).length < changes.length
    const body = { ...this.#stored.body, toldAt, since }
    this.#stored = { body, readAt }
    // The row may have been damaged and set aside.
    if (isOther || db.get(`SELECT 1 AS there FROM menus WHERE id = 'all'`) === undefined)
      await this.#table.putLong({ id: 'all', body, read_at: readAt })
    if (this.#isClosed) return
    this.#table.put({ id: 'repeat', body: { ...emptyBody, toldAt }, read_at: readAt })
  }

  /** New ids of the store can change which menus are its own. Returns whether they did. */
  chooseAgain(): boolean {
    if (isSameList(this.#own(this.all), this.#shown.menus)) return false
    this.#shown = this.#show()
    return true
  }

  close(): void {
    this.#isClosed = true
  }

  async #save(body: Body, own: readonly WireMenu[], arranged: ArrangedMenus): Promise<void> {
    const { clock, log } = this.#context
    const readAt = stampNow(clock)
    await this.#table.putLong({ id: 'all', body, read_at: readAt })
    if (this.#isClosed) return
    this.#stored = { body, readAt }
    this.#shown = this.#show(isSameList(this.#own(body.menus), own) ? arranged : null)
    const { leftOut } = this.#shown.gaps
    if (leftOut > 0) log.warn('menu not read in full', { leftOut })
  }

  #own(menus: readonly WireMenu[]): WireMenu[] {
    return menusOf(menus, this.#context.isOurs).menus
  }

  #toArrange(own: readonly WireMenu[], body: Body): MenusToArrange {
    const { stationField, courseField } = this.#context.dialect
    const older = olderAmong(own, body)
    return { menus: own, older, fields: { stationField, courseField }, pictureSecret }
  }

  /** What is shown of the store's own menus; `arranged` if that is already known. */
  #show(arranged: ArrangedMenus | null = null): ShownMenus {
    const { body } = this.#stored
    const { menus, choice } = menusOf(body.menus, this.#context.isOurs)
    const { items, olderItems } = arranged ?? arrangeMenus(this.#toArrange(menus, body))
    return {
      ...{ menus, choice, items, olderItems },
      older: olderAmong(menus, body)
        .map(({ toldAt }) => toldAt)
        .toSorted(),
      gaps: menuGaps(items, body.unread),
    }
  }

  /** Since when each item has its current availability. The first read can't tell. */
  #sinceOf(now: MenuItems['available'], toldAt: string): Record<string, string> {
    const since: Record<string, string> = {}
    if (this.#stored.readAt === null) return since
    for (const [key, available] of now) {
      const isSame = available === this.items.available.get(key)
      const recorded = isSame ? this.since[key] : toldAt
      if (recorded !== undefined && isBefore(recorded, toldAt)) since[key] = recorded
    }
    return since
  }

  /** Ids of the store that were learned meanwhile can change the choice: then once more. */
  async #arrangeOwn(body: Body): Promise<{ own: WireMenu[]; arranged: ArrangedMenus }> {
    for (;;) {
      const own = this.#own(body.menus)
      const arranged = await worker.run('arrangeMenus', this.#toArrange(own, body))
      if (isSameList(this.#own(body.menus), own)) return { own, arranged }
    }
  }

  /** When the platform reported a menu that is stored (ISO). */
  #reportedAtOf(menu: WireMenu): string {
    const { menus, older, toldAt } = this.#stored.body
    const at = menus.indexOf(menu)
    return older.find((each) => each.at === at)?.toldAt ?? toldAt
  }
}
