import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  kitchenFiguresContract,
  type KitchenFigures as Figures,
} from '#contract/kitchen-figures.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { StockHistoryEntry } from '#contract/stock.ts'
import { growFigures, sumSoldOut, type BumpedOrder } from '#domain/kitchen-figures/figures.ts'
import { daysBetween } from '#domain/reservations/store-day.ts'
import type { Connection } from '#platform/connection.ts'
import { isoNow, type Clock } from '../clock.ts'
import { store } from '../connection/connection.ts'
import { orders } from '../orders/orders.ts'
import { stock } from '../stock/stock.ts'
import { defineNoun, type NounParts } from '../noun.ts'
import { spanOf, type InstantSpan } from './span.ts'
import { createStoreTime } from './store-time.ts'
import { figuresTable } from './table.ts'

/** A part of the orders that were bumped; `next` is where the one after it begins. */
interface BumpedPart<Place> {
  orders: readonly BumpedOrder[]
  unread: number
  next: Place | null
}

interface KitchenFiguresDeps<Place> {
  clock: Clock
  newId: () => string
  /** Null where there is nobody to ask when a shift was. */
  connection: Connection | null
  storeId: () => string | null
  timeZone: () => string
  bumpedBetween(from: string, to: string, after: Place | null, limit: number): BumpedPart<Place>
  leftWithoutBump(from: string, to: string): number
  outBetween(from: string, to: string): StockHistoryEntry[]
}

/** So many orders are read before others have a turn: a few milliseconds of work. */
const ordersATurn = 20
/** The last ones are kept, for their tables. */
const mostKept = 4

function createKitchenFigures<Place>(
  deps: KitchenFiguresDeps<Place>,
): NounParts<typeof kitchenFiguresContract, undefined> {
  const kept = new Map<string, Figures>()
  /** What each screen waits for. */
  const asked = new Map<string, symbol>()
  let isClosed = false

  /** Null where the screen has asked for something else meanwhile, or the host ends. */
  async function workOut(
    { from, to, days }: InstantSpan,
    isWanted: () => boolean,
  ): Promise<Figures | null> {
    const growing = growFigures(createStoreTime(deps.timeZone()))
    let unread = 0
    let place: Place | null = null
    do {
      const part: BumpedPart<Place> = deps.bumpedBetween(from, to, place, ordersATurn)
      for (const order of part.orders) growing.add(order)
      unread += part.unread
      place = part.next
      if (place !== null) await nextTurn()
      if (!isWanted()) return null
    } while (place !== null)
    const now = isoNow(deps.clock)
    return {
      id: deps.newId(),
      from,
      to,
      ...growing.result(daysBetween(days.from, days.to)),
      soldOut: sumSoldOut(deps.outBetween(from, to), from, to < now ? to : now),
      withoutBump: deps.leftWithoutBump(from, to),
      unread,
    }
  }

  function keep(figures: Figures): Result<Figures> {
    const [oldest] = kept.keys()
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
    kept.set(figures.id, figures)
    return ok(figures)
  }

  return {
    close() {
      isClosed = true
    },
    handlers: {
      async 'kitchenFigures.read'({ span }, { screen }) {
        const mine = Symbol('asked')
        asked.set(screen, mine)
        const isWanted = (): boolean => !isClosed && asked.get(screen) === mine
        try {
          const between = await spanOf(span, deps)
          if (!between.ok) return between
          if (!isWanted()) return fail('too-late')
          const figures = await workOut(between.value, isWanted)
          return figures === null ? fail('too-late') : keep(figures)
        } finally {
          if (asked.get(screen) === mine) asked.delete(screen)
        }
      },
      async 'kitchenFigures.table'({ figuresId }) {
        const figures = kept.get(figuresId)
        return figures === undefined ? fail('not-found') : ok(await figuresTable(figures))
      },
    },
  }
}

/** The noun of how the kitchen did: nothing of it is kept, it is worked out of orders and the 86 board's history. */
export const kitchenFigures = defineNoun(kitchenFiguresContract, {
  needs: [store, orders, stock],
  create(context) {
    const known = context.use(store)
    return createKitchenFigures({
      ...context,
      storeId: () => known.store?.id ?? context.storeId,
      ...context.use(orders),
      ...context.use(stock),
    })
  },
})
