import { setImmediate as nextTurn } from 'node:timers/promises'
import { currencyOf, decimalsOf } from '#contract/shared/currency.ts'
import type { StoreStatus } from '#contract/relay/store-status.ts'
import { addExact, noAmount, readWire, rounded } from '#domain/money/money.ts'
import { beginningOf, businessDayOf } from '#domain/store-time/business-day.ts'

type Figures = Pick<StoreStatus, 'salesToday' | 'coversToday'>

/** Neither leaves the store. */
export const noFigures: Figures = { salesToday: null, coversToday: null }

/** Reading the orders of a day costs up to half a second on a slow computer. */
const lastsMs = 5 * 60_000
/** Orders that are read in one turn. */
const ordersATurn = 20

/** What the figures are made of. */
export interface FigureSources {
  monotonic(): number
  timeZone(): string
  countryCode(): string
  border(): string
  /** Ids of all orders that may have come in since an ISO instant. */
  ordersSince(from: string): string[]
  /** Null for an order that can't be read, or is cancelled. */
  priceOf(orderId: string): { receivedAt: string; total: number | null } | null
  /** The guests of a business day's reservations. */
  coversOf(day: string): number
}

/** Sales and covers of the business day, for a chain that may see them. Counted every five minutes. */
export class SharedFigures {
  readonly #sources: FigureSources
  #counted: { day: string; at: number; figures: Figures } | null = null

  constructor(sources: FigureSources) {
    this.#sources = sources
  }

  /** The figures at an instant (epoch milliseconds). */
  async read(now: number): Promise<Figures> {
    const { timeZone, border, monotonic, coversOf } = this.#sources
    const day = businessDayOf(now, timeZone(), border())
    const counted = this.#counted
    if (counted?.day === day && monotonic() - counted.at < lastsMs) return counted.figures
    const salesToday = await this.#countSales(day)
    const figures = { salesToday, coversToday: coversOf(day) }
    this.#counted = { day, at: monotonic(), figures }
    return figures
  }

  /** The total of each order that came in on this day. Null if nobody knows the currency. */
  async #countSales(day: string): Promise<Figures['salesToday']> {
    const { timeZone, border, countryCode, ordersSince, priceOf } = this.#sources
    const currency = currencyOf(countryCode())
    if (currency === null) return null
    const from = new Date(beginningOf(day, timeZone(), border())).toISOString()
    const sum = noAmount()
    for (const [nth, id] of ordersSince(from).entries()) {
      if (nth % ordersATurn === ordersATurn - 1) await nextTurn()
      const price = priceOf(id)
      if (price === null || price.receivedAt < from) continue
      addExact(sum, readWire(price.total, decimalsOf(currency)) ?? noAmount())
    }
    return { amount: Math.max(0, rounded(sum)), currency }
  }
}
