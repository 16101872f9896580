import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { readQuery, wholeNumber } from '../asked.ts'
import { dialect } from '../dialect.ts'
import { badRequest, failure, listPage, success } from '../envelope.ts'
import type { StoreBook } from '../stores/book.ts'
import type { StoreTill, Till } from './till.ts'

/** A date-time, with Z or an offset. A bare day is none. */
const instantInQuery = z.iso
  .datetime({ offset: true, error: 'must be a date-time' })
  .transform((text) => Date.parse(text))

const order = z.enum(['asc', 'desc'])

/** The query of a tab list that can be sorted by one field only. */
const listQuery = (sortField: string) =>
  z.object({
    page: wholeNumber(1).default(1),
    limit: wholeNumber(1, 100).default(10),
    sort: z.literal(sortField, `must be ${sortField}`).default(sortField),
    order: order.default(order.parse(dialect.tabsDefaultOrder)),
  })

const datedQuery = (sortField: string) =>
  listQuery(sortField).extend({
    /** Both ends are in the range: our assumption. */
    from: instantInQuery.default(-Infinity),
    to: instantInQuery.default(Infinity),
  })

const names = {
  page: dialect.tabsPageParameter,
  limit: dialect.tabsLimitParameter,
  sort: dialect.tabsSortParameter,
  order: dialect.tabsOrderParameter,
}
const datedNames = { ...names, from: dialect.tabsFromParameter, to: dialect.tabsToParameter }

const paymentsQuery = datedQuery('createdAt')
const wasteQuery = datedQuery('date')
const methodsQuery = listQuery('createdAt')

/** Items that came oldest first, in the order asked for. */
const ordered = <T>(items: readonly T[], asked: 'asc' | 'desc'): readonly T[] =>
  asked === 'asc' ? items : items.toReversed()

/** All dates of a till are in UTC with milliseconds, so that their texts are in their order: a long list is asked for often. */
function within<T>(items: readonly T[], dateOf: (item: T) => string, from: number, to: number) {
  const textOf = (instant: number, open: string): string =>
    Number.isFinite(instant) ? new Date(instant).toISOString() : open
  const [first, last] = [textOf(from, ''), textOf(to, '9999')]
  return items.filter((item) => first <= dateOf(item) && dateOf(item) <= last)
}

const unknownStore = (context: Context): Response =>
  failure(context, 404, 'not-found', 'Store not found')

/** Payments, waste incidents, payment methods and shifts of a store, by id or external id. */
export function tabs({ till, stores }: { till: Till; stores: StoreBook }): Hono {
  const app = new Hono()

  function tillOf(storeId: string): StoreTill | undefined {
    const store = stores.find(storeId)
    return store && till.of(store)
  }

  app.get('/tabs/:storeId/tab-payments', (context) => {
    const found = tillOf(context.req.param('storeId'))
    if (found === undefined) return unknownStore(context)
    const query = readQuery(context, paymentsQuery, datedNames)
    if (!query.ok) return badRequest(context, query.message)
    const { from, to, order: asked, page, limit } = query.value
    const payments = within(found.payments, ({ createdAt }) => createdAt, from, to)
    return success(context, listPage(ordered(payments, asked), page, limit))
  })

  app.get('/tabs/:storeId/waste-incidents', (context) => {
    const found = tillOf(context.req.param('storeId'))
    if (found === undefined) return unknownStore(context)
    const query = readQuery(context, wasteQuery, datedNames)
    if (!query.ok) return badRequest(context, query.message)
    const { from, to, order: asked, page, limit } = query.value
    const incidents = within(found.wasteIncidents, ({ date }) => date, from, to)
    return success(context, listPage(ordered(incidents, asked), page, limit))
  })

  app.get('/tabs/:storeId/payment-methods', (context) => {
    const found = tillOf(context.req.param('storeId'))
    if (found === undefined) return unknownStore(context)
    const query = readQuery(context, methodsQuery, names)
    if (!query.ok) return badRequest(context, query.message)
    const { order: asked, page, limit } = query.value
    const methods = found.paymentMethods.map(({ _id, name }) => ({ _id, name }))
    return success(context, listPage(ordered(methods, asked), page, limit))
  })

  app.get('/tabs/:storeId/shifts/:shiftId', (context) => {
    const found = tillOf(context.req.param('storeId'))
    if (found === undefined) return unknownStore(context)
    const shift = found.shifts.find(({ _id }) => _id === context.req.param('shiftId'))
    return shift === undefined
      ? failure(context, 404, 'not-found', 'Shift not found')
      : success(context, shift)
  })

  return app
}
