import { z } from 'zod'
import { answers, dateTime, listPage, notFound, pageAndLimit, type Refusal } from '../answers.ts'
import { dialect } from '../dialect.ts'
import type { StoreBook } from '../stores/book.ts'
import type { StoreTill, Till } from './till.ts'

/** An instant in a query. */
const instant = dateTime.transform((text) => Date.parse(text))

const order = z.enum(['asc', 'desc'])

/** The query of a tab list that can be sorted by one field only. */
const listQuery = (sortField: string) =>
  z.object({
    ...pageAndLimit,
    sortBy: z.literal(sortField, `must be ${sortField}`).default(sortField),
    order: order.default(order.parse(dialect.tabsDefaultOrder)),
  })

const datedQuery = (sortField: string) =>
  listQuery(sortField).extend({
    /** Both ends are in the range: our assumption. */
    from: instant.default(-Infinity),
    to: instant.default(Infinity),
  })

interface Page {
  page: number
  limit: number
  order: 'asc' | 'desc'
}

/** A page of items that came oldest first, in the order asked for. */
const pageOf = <Item>(items: readonly Item[], { page, limit, order: asked }: Page) =>
  listPage(asked === 'asc' ? items : items.toReversed(), page, limit)

/** All dates of a till are in UTC with milliseconds, so that their texts are in their order: a long list is asked for often. */
interface Range {
  from: number
  to: number
}

function within<T>(items: readonly T[], dateOf: (item: T) => string, { from, to }: Range) {
  const textOf = (instant: number, open: string): string =>
    Number.isFinite(instant) ? new Date(instant).toISOString() : open
  const [first, last] = [textOf(from, ''), textOf(to, '9999')]
  return items.filter((item) => first <= dateOf(item) && dateOf(item) <= last)
}

/** Payments, waste incidents, payment methods and shifts of a store, by id or external id. */
export function tabs({ till, stores }: { till: Till; stores: StoreBook }) {
  function find({ storeId }: { storeId: string }): StoreTill | Refusal {
    const store = stores.find(storeId)
    return store === undefined ? notFound('Store') : till.of(store)
  }
  return {
    listTabPayments: answers('listTabPayments', {
      find,
      query: datedQuery('createdAt'),
      answer: ({ found, query }) =>
        pageOf(
          within(found.payments, ({ createdAt }) => createdAt, query),
          query,
        ),
    }),
    listWasteIncidents: answers('listWasteIncidents', {
      find,
      query: datedQuery('date'),
      answer: ({ found, query }) =>
        pageOf(
          within(found.wasteIncidents, ({ date }) => date, query),
          query,
        ),
    }),
    listPaymentMethods: answers('listPaymentMethods', {
      find,
      query: listQuery('createdAt'),
      answer: ({ found, query }) =>
        pageOf(
          found.paymentMethods.map(({ _id, name }) => ({ _id, name })),
          query,
        ),
    }),
    readShift: answers('readShift', {
      find,
      answer: ({ found, params }) =>
        found.shifts.find(({ _id }) => _id === params.shiftId) ?? notFound('Shift'),
    }),
  }
}
