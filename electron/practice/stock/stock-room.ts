import type { Hono } from 'hono'
import storesFile from '../../../resources/practice/stores.json' with { type: 'json' }
import type { Effects } from '../effects.ts'
import type { PracticeEvent } from '../events/event.ts'
import type { Stamper } from '../events/stamp.ts'
import { createMenuBoard, type MenuBoard } from '../menu/board.ts'
import { practiceMenus } from '../menu/practice-menus.ts'
import { createRandom } from '../random.ts'
import { createStockBook, type StockBook } from './book.ts'
import { createCatalogue } from './catalogue.ts'
import { createStockProcesses } from './processes.ts'
import { readStockRequest } from './request.ts'
import { stock } from './stock.ts'

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
  /** POST updateStock. */
  readonly endpoints: Hono
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
}

export function createStockRoom(deps: RoomDeps): StockRoom {
  const { seed, now, send, effects, stamper, processMs, closing } = deps
  const book = createStockBook(practiceMenus, seed, now)
  const catalogue = createCatalogue(storesFile.stores, practiceMenus)
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
    board: createMenuBoard(practiceMenus, book),
    endpoints: stock({
      read: (items) => readStockRequest(items, catalogue),
      start: processes.start,
    }),
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
