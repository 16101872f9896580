import { z } from 'zod'
import { answers, dateTime, listPage, notFound, pageAndLimit, type Refusal } from '../answers.ts'
import { dialect } from '../dialect.ts'
import type { PracticeStores } from '../stores/stores.ts'
import type { StoreTill, Till } from './till.ts'

const instant = dateTime.transform((text) => Date.parse(text))

const order = z.enum(['asc', 'desc'])

/** The query of a list that can be sorted by one field only. */
const listQuery = (sortField: string) =>
  z.object({
    ...pageAndLimit,
    sortBy: z.literal(sortField, `must be ${sortField}`).default(sortField),
    order: order.default(order.parse(dialect.tabsDefaultOrder)),
  })

const datedQuery = (sortField: string) =>
  listQuery(sortField).extend({
    /** We assume that both ends are included. */
    from: instant.default(-Infinity),
    to: instant.default(Infinity),
  })

interface Page {
  page: number
  limit: number
  order: 'asc' | 'desc'
}

/** A page of items, which are given oldest first, in the requested order. */
const pageOf = <Item>(items: readonly Item[], { page, limit, order: asked }: Page) =>
  listPage(asked === 'asc' ? items : items.toReversed(), page, limit)

/**
 * All dates of a till are in UTC with milliseconds, so their texts sort like the dates. This is
 * faster than parsing, and a long list is requested often.
 */
interface Range {
  from: number
  to: number
}

const textOf = (instant: number, otherwise: string): string =>
  Number.isFinite(instant) ? new Date(instant).toISOString() : otherwise

function within<T>(items: readonly T[], dateOf: (item: T) => string, { from, to }: Range) {
  const [first, last] = [textOf(from, ''), textOf(to, '9999')]
  return items.filter((item) => first <= dateOf(item) && dateOf(item) <= last)
}

/** Payments, waste incidents, payment methods and shifts of a store, by id or external id. */
export class TabOperations {
  readonly #till: Till
  readonly #stores: PracticeStores

  readonly listTabPayments = answers('listTabPayments', {
    find: ({ storeId }) => this.#find(storeId),
    query: datedQuery('createdAt'),
    answer: ({ target: till, query }) =>
      pageOf(
        within(till.payments, ({ createdAt }) => createdAt, query),
        query,
      ),
  })

  readonly listWasteIncidents = answers('listWasteIncidents', {
    find: ({ storeId }) => this.#find(storeId),
    query: datedQuery('date'),
    answer: ({ target: till, query }) =>
      pageOf(
        within(till.wasteIncidents, ({ date }) => date, query),
        query,
      ),
  })

  readonly listPaymentMethods = answers('listPaymentMethods', {
    find: ({ storeId }) => this.#find(storeId),
    query: listQuery('createdAt'),
    answer: ({ target: till, query }) =>
      pageOf(
        till.paymentMethods.map(({ _id, name }) => ({ _id, name })),
        query,
      ),
  })

  readonly readShift = answers('readShift', {
    find: ({ storeId }) => this.#find(storeId),
    answer: ({ target: till, params }) =>
      till.shifts.find(({ _id }) => _id === params.shiftId) ?? notFound('Shift'),
  })

  constructor(till: Till, stores: PracticeStores) {
    this.#till = till
    this.#stores = stores
  }

  #find(storeId: string): StoreTill | Refusal {
    const store = this.#stores.find(storeId)
    return store === undefined ? notFound('Store') : this.#till.of(store)
  }
}
