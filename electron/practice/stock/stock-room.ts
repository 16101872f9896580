import { z } from 'zod'
import { answers, badRequest, Refusal, dateTimeInUtc, notFound } from '../answers.ts'
import type { Effects } from '../effects.ts'
import type { Notification } from '../events/event.ts'
import { MenuBoard } from '../menu/menu.ts'
import type { MenuPayload, MenuProduct } from '../menu/payload.ts'
import type { WebsiteFacts } from '../practice-store.ts'
import { Random } from '../random.ts'
import { PracticeStock, StockProcesses } from './practice-stock.ts'
import { Catalogue, productSubject, subjectName } from './catalogue.ts'
import { readStockRequest } from './request.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'

const switchBody = z.strictObject({
  outOfStock: z.boolean('must be true or false'),
  until: z.exactOptional(z.enum(['none', 'tomorrow'], 'must be none or tomorrow')),
  untilDate: z.exactOptional(dateTimeInUtc),
  stock: z.exactOptional(z.int('must be a whole number').min(0, 'must not be below 0')),
})

interface StockDeps {
  practiceStock: PracticeStock
  processes: StockProcesses
  catalogue: Catalogue
  effects: Effects
  /** Epoch milliseconds. */
  now: () => number
  stores: WebsiteFacts['stores']
}

/** updateStock and setOutOfStock. */
export class StockOperations {
  readonly #deps: StockDeps

  /** One item or an array of items. */
  readonly updateStock = answers('updateStock', {
    // Each item is read separately, so that all errors are reported.
    body: z.unknown(),
    answer: ({ body }) => {
      if (body === undefined) return badRequest('The body must be JSON')
      const items: unknown[] = Array.isArray(body) ? body : [body]
      if (items.length === 0) return badRequest('The body has no item')
      const request = readStockRequest(items, this.#deps.catalogue)
      return request.ok
        ? { processId: this.#deps.processes.start(request.changes) }
        : new Refusal(400, 'error', 'Validations errors', { errors: request.errors })
    },
  })

  /**
   * Sells out one product of a store or brings it back, at once. Our assumptions: "tomorrow" means
   * the end of the next day, an instant takes precedence over it, and an out-of-stock product has a
   * count of 0.
   */
  readonly setOutOfStock = answers('setOutOfStock', {
    find: ({ storeId, productId }) => this.#find(storeId, productId),
    body: switchBody,
    answer: ({ target: { storeId, product }, body }) => {
      const { outOfStock: isOut, until, untilDate, stock } = body
      const end = untilDate ?? (until === 'tomorrow' ? this.#endOfTomorrow(storeId) : null)
      const left = isOut ? 0 : (stock ?? null)
      const subject = productSubject(storeId, product)
      this.#deps.effects.happened('out-of-stock', subjectName(subject))
      const record = this.#deps.practiceStock.change({
        subject,
        stock: left,
        untilDate: left === null ? null : end,
      })
      return {
        storeId,
        productId: product._id,
        productExternalId: product.externalId,
        outOfStock: record.stock === 0,
        outOfStockItemId: record.stock === null ? null : record._id,
        untilDate: record.untilDate,
        stock: record.stock,
      }
    },
  })

  constructor(deps: StockDeps) {
    this.#deps = deps
  }

  #find(store: string, productId: string): Refusal | { storeId: string; product: MenuProduct } {
    const { catalogue } = this.#deps
    const storeId = catalogue.store(store)
    if (storeId === undefined) return notFound('Store')
    const product = catalogue.product(productId)
    return product === undefined ? notFound('Product') : { storeId, product }
  }

  #endOfTomorrow(storeId: string): string {
    const { stores, now } = this.#deps
    const zone = stores.find(({ _id }) => _id === storeId)?.timezone ?? 'UTC'
    const today = wallDay(now(), zone)
    return new Date(wallInstant({ ...today, day: today.day + 2 }, 0, zone)).toISOString()
  }
}

/** An item of updateStock from another system. */
export type StockItem = { storeId: string; untilDate?: string } & (
  | { type: 'product'; productId: string }
  | { type: 'modifier'; modifierId: string; modifierOptionId: string }
) &
  ({ stock: number } | { deleteItem: true })

interface RoomDeps extends Notification {
  /** How long an update takes, in milliseconds. */
  processMs: number
  closing: AbortSignal
  /** The menus of the website. */
  menus: readonly MenuPayload[]
  facts: Pick<WebsiteFacts, 'stores' | 'home'>
}

/** Everything about stock: the counts, the menus that show them, and the updates. */
export class StockRoom {
  readonly practiceStock: PracticeStock
  readonly board: MenuBoard
  readonly operations: StockOperations
  readonly #catalogue: Catalogue
  readonly #processes: StockProcesses

  constructor({ seed, now, send, effects, stamper, processMs, closing, menus, facts }: RoomDeps) {
    const { stores, home } = facts
    const practiceStock = new PracticeStock(menus, seed, now, home.websiteId)
    const catalogue = new Catalogue(stores, menus)
    const processes = new StockProcesses({
      practiceStock,
      send,
      effects,
      stamper,
      random: new Random(seed, String(now()), 'processes'),
      milliseconds: processMs,
      closing,
    })
    this.practiceStock = practiceStock
    this.board = new MenuBoard(menus, practiceStock)
    this.operations = new StockOperations({
      practiceStock,
      processes,
      catalogue,
      effects,
      now,
      stores,
    })
    this.#catalogue = catalogue
    this.#processes = processes
  }

  /** Updates stock like another system; returns its processId. Throws for a wrong item. */
  update(items: readonly StockItem[]): string {
    const request = readStockRequest(items, this.#catalogue)
    if (!request.ok) throw new Error(request.errors.flatMap(({ errors }) => errors).join('; '))
    return this.#processes.start(request.changes)
  }

  /** Sells out an option by its name in every store and modifier that has it. */
  sellOutOption(name: string): string {
    return this.update(
      this.#catalogue.placesOf(name).map((place) => ({ type: 'modifier', ...place, stock: 0 })),
    )
  }

  bringBackOption(name: string): string {
    return this.update(
      this.#catalogue
        .placesOf(name)
        .map((place) => ({ type: 'modifier', ...place, deleteItem: true })),
    )
  }

  isOptionSoldOut(name: string): boolean {
    return this.#catalogue
      .placesOf(name)
      .some((at) =>
        this.practiceStock.isOptionSoldOut(at.storeId, at.modifierId, at.modifierOptionId),
      )
  }

  /** Resolves when no update is under way. */
  async idle(): Promise<void> {
    await this.#processes.idle()
  }
}
