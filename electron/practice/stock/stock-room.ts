import { z } from 'zod'
import { answers, badRequest, Refusal, dateTimeInUtc, notFound } from '../answers.ts'
import type { Effects } from '../effects.ts'
import type { Notification } from '../events/event.ts'
import { createMenuBoard } from '../menu/menu.ts'
import type { MenuPayload } from '../menu/payload.ts'
import type { WebsiteFacts } from '../practice-store.ts'
import { createRandom } from '../random.ts'
import {
  createPracticeStock,
  type PracticeStock,
  type StockChange,
  createStockProcesses,
} from './practice-stock.ts'
import { createCatalogue, type Catalogue, productSubject, subjectName } from './catalogue.ts'
import { readStockRequest } from './request.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'

const switchBody = z.strictObject({
  outOfStock: z.boolean('must be true or false'),
  until: z.exactOptional(z.enum(['none', 'tomorrow'], 'must be none or tomorrow')),
  untilDate: z.exactOptional(dateTimeInUtc),
  stock: z.exactOptional(z.int('must be a whole number').min(0, 'must not be below 0')),
})

interface OutOfStockDeps {
  practiceStock: PracticeStock
  catalogue: Catalogue
  effects: Effects
  /** Epoch milliseconds. */
  now: () => number
  timeZoneOf(storeId: string): string
}

/**
 * Sells out one product of a store or brings it back, at once. Our assumptions: "tomorrow" means
 * the end of the next day, an instant takes precedence over it, and an out-of-stock product has a
 * count of 0.
 */
function outOfStock({ practiceStock, catalogue, effects, now, timeZoneOf }: OutOfStockDeps) {
  function endOfTomorrow(storeId: string): string {
    const zone = timeZoneOf(storeId)
    const today = wallDay(now(), zone)
    return new Date(wallInstant({ ...today, day: today.day + 2 }, 0, zone)).toISOString()
  }

  return answers('setOutOfStock', {
    find({ storeId: store, productId }) {
      const storeId = catalogue.store(store)
      if (storeId === undefined) return notFound('Store')
      const product = catalogue.product(productId)
      return product === undefined ? notFound('Product') : { storeId, product }
    },
    body: switchBody,
    answer({ found: { storeId, product }, body }) {
      const { outOfStock: isOut, until, untilDate, stock } = body
      const end = untilDate ?? (until === 'tomorrow' ? endOfTomorrow(storeId) : null)
      const left = isOut ? 0 : (stock ?? null)
      const subject = productSubject(storeId, product)
      effects.happened('out-of-stock', subjectName(subject))
      const record = practiceStock.change({
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
}

/** updateStock: one item or an array of items; `start` begins to apply them. */
const updateStock = (catalogue: Catalogue, start: (changes: StockChange[]) => string) =>
  answers('updateStock', {
    // Each item is read separately, so that all errors are reported.
    body: z.unknown(),
    answer({ body }) {
      if (body === undefined) return badRequest('The body must be JSON')
      const items: unknown[] = Array.isArray(body) ? body : [body]
      if (items.length === 0) return badRequest('The body has no item')
      const request = readStockRequest(items, catalogue)
      return request.ok
        ? { processId: start(request.changes) }
        : new Refusal(400, 'error', 'Validations errors', { errors: request.errors })
    },
  })

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
export function createStockRoom(deps: RoomDeps) {
  const { seed, now, send, effects, stamper, processMs, closing, menus } = deps
  const { stores, home } = deps.facts
  const practiceStock = createPracticeStock(menus, seed, now, home.websiteId)
  const catalogue = createCatalogue(stores, menus)
  const timeZoneOf = (storeId: string): string =>
    stores.find(({ _id }) => _id === storeId)?.timezone ?? 'UTC'
  const processes = createStockProcesses({
    practiceStock,
    send,
    effects,
    date: stamper.date,
    random: createRandom(seed, String(now()), 'processes'),
    milliseconds: processMs,
    closing,
  })

  function update(items: readonly StockItem[]): string {
    const request = readStockRequest(items, catalogue)
    if (!request.ok) throw new Error(request.errors.flatMap(({ errors }) => errors).join('; '))
    return processes.start(request.changes)
  }

  return {
    practiceStock,
    board: createMenuBoard(menus, practiceStock),
    rooms: {
      updateStock: updateStock(catalogue, processes.start),
      setOutOfStock: outOfStock({ practiceStock, catalogue, effects, now, timeZoneOf }),
    },
    /** The same update from another system; returns its processId. Throws for a wrong item. */
    update,
    /**
     * Sells out an option by its name in every store and modifier that has it, or brings it back.
     */
    sellOutOption: (name: string) =>
      update(catalogue.placesOf(name).map((place) => ({ type: 'modifier', ...place, stock: 0 }))),
    bringBackOption: (name: string) =>
      update(
        catalogue.placesOf(name).map((place) => ({ type: 'modifier', ...place, deleteItem: true })),
      ),
    isOptionSoldOut: (name: string) =>
      catalogue
        .placesOf(name)
        .some((at) =>
          practiceStock.isOptionSoldOut(at.storeId, at.modifierId, at.modifierOptionId),
        ),
    /** Resolves when no update is under way. */
    idle: processes.idle,
  }
}

export type StockRoom = ReturnType<typeof createStockRoom>
