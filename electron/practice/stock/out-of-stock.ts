import { z } from 'zod'
import { answers, dateTimeInUtc, notFound } from '../answers.ts'
import type { Effects } from '../effects.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'
import type { StockBook } from './book.ts'
import type { Catalogue } from './catalogue.ts'
import { productSubject, subjectName } from './subject.ts'

const switchBody = z.strictObject({
  outOfStock: z.boolean('must be true or false'),
  until: z.exactOptional(z.enum(['none', 'tomorrow'], 'must be none or tomorrow')),
  untilDate: z.exactOptional(dateTimeInUtc),
  stock: z.exactOptional(z.int('must be a whole number').min(0, 'must not be below 0')),
})

interface OutOfStockDeps {
  book: StockBook
  catalogue: Catalogue
  effects: Effects
  /** Epoch milliseconds. */
  now: () => number
  timeZoneOf(storeId: string): string
}

/**
 * Sells one product of a store out or brings it back, at once. That "tomorrow" is the end of the next day, that an
 * instant beside it wins, and that nothing is left of what is out of stock, are our assumptions.
 */
export function outOfStock({ book, catalogue, effects, now, timeZoneOf }: OutOfStockDeps) {
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
      const record = book.change({ subject, stock: left, untilDate: left === null ? null : end })
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
