import { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../asked.ts'
import { dialect } from '../dialect.ts'
import type { Effects } from '../effects.ts'
import { badRequest, failure, success } from '../envelope.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'
import type { StockBook } from './book.ts'
import type { Catalogue } from './catalogue.ts'
import { productSubject, subjectName } from './subject.ts'

const switchBody = z.strictObject({
  outOfStock: z.boolean('must be true or false'),
  until: z.exactOptional(z.enum(['none', 'tomorrow'], 'must be none or tomorrow')),
  untilDate: z.exactOptional(
    z.iso
      .datetime({ offset: true, error: 'must be a date-time' })
      .transform((given) => new Date(given).toISOString()),
  ),
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
export function outOfStock({ book, catalogue, effects, now, timeZoneOf }: OutOfStockDeps): Hono {
  const app = new Hono()

  function endOfTomorrow(storeId: string): string {
    const zone = timeZoneOf(storeId)
    const today = wallDay(now(), zone)
    return new Date(wallInstant({ ...today, day: today.day + 2 }, 0, zone)).toISOString()
  }

  const path = dialect.outOfStockPath
    .replace('{storeId}', ':storeId')
    .replace('{productId}', ':productId')
  app.post(path, async (context) => {
    const { storeId: store = '', productId = '' } = context.req.param() as Record<string, string>
    const storeId = catalogue.store(store)
    if (storeId === undefined) return failure(context, 404, 'not-found', 'Store not found')
    const product = catalogue.product(productId)
    if (product === undefined) return failure(context, 404, 'not-found', 'Product not found')
    const body = await readBody(context, switchBody)
    if (!body.ok) return badRequest(context, body.message)
    const { outOfStock: isOut, until, untilDate, stock } = body.value
    const end = untilDate ?? (until === 'tomorrow' ? endOfTomorrow(storeId) : null)
    const left = isOut ? 0 : (stock ?? null)
    const subject = productSubject(storeId, product)
    effects.happened('out-of-stock', subjectName(subject))
    const record = book.change({ subject, stock: left, untilDate: left === null ? null : end })
    return success(context, {
      storeId,
      productId: product._id,
      productExternalId: product.externalId,
      outOfStock: record.stock === 0,
      outOfStockItemId: record.stock === null ? null : record._id,
      untilDate: record.untilDate,
      stock: record.stock,
    })
  })
  return app
}
