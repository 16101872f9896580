import { z } from 'zod'
import { menuContract } from '#contract/menu/menu.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ProductDetail, StockBoard, StockKey } from '#contract/stock/stock.ts'
import type { MenuItems } from '#domain/menu/menu-items.ts'
import { keyAmong } from '#domain/menu/stock-key.ts'
import { readHours, type StoreHours } from '#domain/menu/store-hours.ts'
import type { MenuReport } from '#domain/stock/row.ts'
import { fitWeekdays, usedNumbers } from '#domain/store-hours/weekdays.ts'
import { appError } from '#platform/call/failure.ts'
import { weekdaysOf } from '#platform/dialect.ts'
import type { Menu as WireMenu } from '#platform/menu.ts'
import { readProduct } from '#platform/menus.ts'
import type { Picture } from '#platform/picture.ts'
import type { StoredValue } from '../db/values.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { defineNoun, type AnyNounDefinition, type Context } from '../noun.ts'
import { MenuCache } from './cache.ts'
import { menuRows } from './menu-rows.ts'
import { Pictures } from './pictures.ts'
import { MenuReader } from './reader.ts'

/** How many ids of unknown menus are remembered; the oldest are dropped first. */
const maxOrdered = 20

/** What the store sells, as its menus say. */
export class Menu {
  readonly handlers: HandlersOf<'menu'> = handlersOf(menuContract, this)
  readonly listens: NonNullable<AnyNounDefinition['listens']> = {
    'order.received': ({ event }) => this.#noteOrdered(event.order?.menuId),
    'store.seen': () => this.#chooseAgain(),
  }
  readonly #context: Context
  readonly #cache: MenuCache
  readonly #reader: MenuReader
  readonly #pictures: Pictures
  readonly #confirmedWeekdays: StoredValue<number[]>
  /** The ids of menus that orders named, and that no read has shown. */
  readonly #orderedIds: StoredValue<string[]>

  constructor(context: Context) {
    this.#context = context
    this.#cache = new MenuCache(context)
    this.#orderedIds = context.values('menu.ordered', z.array(z.string()))
    this.#reader = new MenuReader(context, this.#cache, () => this.#ordered())
    this.#pictures = new Pictures(context)
    this.#confirmedWeekdays = context.values('weekdays', z.array(z.int()).length(7))
  }

  // Operations

  refresh(_input: object): Result<null> {
    this.#reader.readAll()
    return ok(null)
  }

  async product({ key }: Parsed<'menu.product'>): Promise<Result<ProductDetail>> {
    const { connection } = this.#context
    const name = this.items.wire.get(this.canonical(key))
    if (name?.type !== 'product') return fail('not-found')
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    const answer = await readProduct(connection, { params: { productId: name.productId } })
    if (!answer.ok) return { ok: false, error: appError(answer.failure) }
    const { value } = answer
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

  // For nouns

  get items(): MenuItems {
    return this.#cache.items
  }

  /** All menus of the website, including other stores' menus. */
  get all(): readonly WireMenu[] {
    return this.#cache.all
  }

  /** Null if no menu has a schedule. */
  get hours(): StoreHours | null {
    const weekdays = this.#weekdaysNow()
    for (const { menu } of this.#cache.shown.menus) {
      const hours = readHours(menu.schedule, weekdays, this.#context.timeZone())
      if (hours !== null) return hours
    }
    return null
  }

  /** The schedule of the first menu that has hours, as the platform sends it. */
  get schedule(): NonNullable<WireMenu['menu']['schedule']> | null {
    const weekdays = this.#weekdaysNow()
    const first = this.#cache.shown.menus.find(
      ({ menu }) => readHours(menu.schedule, weekdays, this.#context.timeZone()) !== null,
    )
    return first?.menu.schedule ?? null
  }

  /** The platform's numbers of Monday to Sunday, and whether a person has confirmed them. */
  get weekdays(): { numbers: number[]; isConfirmed: boolean } {
    return {
      numbers: this.#weekdaysNow(),
      isConfirmed: this.#confirmedWeekdays.read() !== null,
    }
  }

  get state(): StockBoard['menu'] {
    const { gaps, choice, older } = this.#cache.shown
    const [readAt] = older
    return {
      readAt: this.#cache.readAt,
      error: this.#reader.error,
      gaps,
      choice,
      older: readAt === undefined ? null : { count: older.length, readAt },
    }
  }

  /** When the platform answered, by its own clock (ISO); null if the menus were never read. */
  get reportedAt(): string | null {
    return this.#cache.reportedAt
  }

  /** The same for the menus of an item: the oldest of them counts. */
  reportedAtOf(key: StockKey): string | null {
    const { reportedAt, shown } = this.#cache
    return reportedAt === null ? null : (shown.olderItems.get(key) ?? reportedAt)
  }

  /** What the menus report about an item; null if they don't mention it. */
  reportOf(key: StockKey): MenuReport | null {
    const available = this.items.available.get(key)
    const at = this.reportedAtOf(key)
    if (available === undefined || at === null) return null
    return { available, at, since: this.#cache.since[key] ?? '' }
  }

  /** The key of the item with one of these names (`MenuNames`). */
  keyOf(names: readonly StockKey[]): StockKey | null {
    return keyAmong(this.items.keys, names)
  }

  /** The menu's name for a thing with one of these names (`MenuNames`); null if no menu has it. */
  nameOf(names: readonly string[]): string | null {
    const name = names.find((each) => this.items.names.has(each))
    return name === undefined ? null : (this.items.names.get(name) ?? null)
  }

  /** Maps any key of an item to its one canonical key; an unknown key maps to itself. */
  canonical(key: StockKey): StockKey {
    return this.items.keys.get(key) ?? key
  }

  /** A picture by its name; null if no menu has it. */
  async picture(name: string): Promise<Picture | null> {
    const url = this.items.pictures.get(name)
    return url === undefined ? null : this.#pictures.at(url)
  }

  confirmWeekdays(numbers: number[]): void {
    this.#confirmedWeekdays.write(numbers)
  }

  /** Reads now, or once more after a read that is in progress. */
  readAgain(): void {
    this.#reader.read()
  }

  // The life of the store

  start(): void {
    this.#reader.read()
  }

  close(): void {
    this.#cache.close()
    this.#reader.close()
    this.#pictures.close()
  }

  #weekdaysNow(): number[] {
    return fitWeekdays(
      this.#confirmedWeekdays.read() ?? weekdaysOf(this.#context.dialect),
      this.#cache.shown.menus.flatMap(({ menu }) => usedNumbers(menu.schedule)),
    )
  }

  #ordered(): string[] {
    return this.#orderedIds.read() ?? []
  }

  #noteOrdered(id: string | null | undefined): void {
    const ordered = this.#ordered()
    if (id == null || id === '' || this.#cache.has(id) || ordered.includes(id)) return
    this.#orderedIds.write([id, ...ordered].slice(0, maxOrdered))
    this.#reader.namedByOrder()
  }

  #chooseAgain(): void {
    if (this.#cache.chooseAgain()) this.#reader.announceRead()
  }
}

/** The noun of the menus. */
export const menu = defineNoun(menuContract, {
  tables: [menuRows],
  create: (context) => new Menu(context),
})
