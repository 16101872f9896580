import { z } from 'zod'
import { answers, badRequest, Refusal, type Rooms } from '../answers.ts'
import type { Effects } from '../effects.ts'
import type { PracticeEvent } from '../events/event.ts'
import type { Stamper } from '../events/stamp.ts'
import { createMenuBoard, type MenuBoard } from '../menu/board.ts'
import type { MenuPayload } from '../menu/payload.ts'
import type { WebsiteFacts } from '../practice-store.ts'
import { createRandom } from '../random.ts'
import { createStockBook, type StockBook, type StockChange } from './book.ts'
import { createCatalogue, type Catalogue } from './catalogue.ts'
import { outOfStock } from './out-of-stock.ts'
import { createStockProcesses } from './processes.ts'
import { readStockRequest } from './request.ts'

/** updateStock: one item or an array of items; `start` begins to carry out what they ask for. */
const updateStock = (catalogue: Catalogue, start: (changes: StockChange[]) => string) =>
  answers('updateStock', {
    // Each item is read by itself, so that all that is wrong with any is told.
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

/** An item of updateStock as another system writes it. */
export type StockItem = { storeId: string; untilDate?: string } & (
  | { type: 'product'; productId: string }
  | { type: 'modifier'; modifierId: string; modifierOptionId: string }
) &
  ({ stock: number } | { deleteItem: true })

/** Everything about stock: the book, the menus that show it, and the updates that change it. */
export interface StockRoom {
  readonly book: StockBook
  readonly board: MenuBoard
  readonly rooms: Pick<Rooms, 'updateStock' | 'setOutOfStock'>
  /** The same update as another system would send it; answers its processId. Throws for an item that is wrong. */
  update(items: readonly StockItem[]): string
  /** Sells an option out, or lifts that, by its name, in every store and modifier that has it. */
  sellOutOption(name: string): string
  bringBackOption(name: string): string
  /** Whether the option is sold out anywhere. */
  isOptionSoldOut(name: string): boolean
  /** Resolves when no update is under way. */
  idle(): Promise<void>
}

interface RoomDeps {
  seed: number
  now: () => number
  send: (event: PracticeEvent) => Promise<unknown>
  effects: Effects
  stamper: Stamper
  /** Milliseconds that an update takes. */
  processMs: number
  closing: AbortSignal
  /** What the website sells, and where. */
  menus: readonly MenuPayload[]
  stores: WebsiteFacts['stores']
  websiteId: string
}

export function createStockRoom(deps: RoomDeps): StockRoom {
  const { seed, now, send, effects, stamper, processMs, closing, menus, stores, websiteId } = deps
  const book = createStockBook(menus, seed, now, websiteId)
  const catalogue = createCatalogue(stores, menus)
  const timeZoneOf = (storeId: string): string =>
    stores.find(({ _id }) => _id === storeId)?.timezone ?? 'UTC'
  const processes = createStockProcesses({
    book,
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
    book,
    board: createMenuBoard(menus, book),
    rooms: {
      updateStock: updateStock(catalogue, processes.start),
      setOutOfStock: outOfStock({ book, catalogue, effects, now, timeZoneOf }),
    },
    update,
    sellOutOption: (name) =>
      update(catalogue.placesOf(name).map((place) => ({ type: 'modifier', ...place, stock: 0 }))),
    bringBackOption: (name) =>
      update(
        catalogue.placesOf(name).map((place) => ({ type: 'modifier', ...place, deleteItem: true })),
      ),
    isOptionSoldOut: (name) =>
      catalogue
        .placesOf(name)
        .some((at) => book.isOptionSoldOut(at.storeId, at.modifierId, at.modifierOptionId)),
    idle: processes.idle,
  }
}
