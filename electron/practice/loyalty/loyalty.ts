import { movementTypes } from '#platform/loyalty.ts'
import { z } from 'zod'
import { answers, badRequest, listPage, notFound, wholeNumber, yesOrNo } from '../answers.ts'
import { dialect } from '../dialect.ts'
import { detailView, rowView, userIdName } from './client.ts'
import { rangeEnd, rangeStart, type DateRange } from './summary.ts'
import { movementView } from './points.ts'
import { clientStatus, type LoyaltyProgram } from './program.ts'

const someText = z.string().min(1, 'must not be empty')
/** The default size is an assumption. */
const pages = { page: wholeNumber(1).default(1), pageSize: wholeNumber(1, 1000).default(20) }

const clientQuery = z.object({ serviceUserId: someText.optional(), clientId: someText.optional() })

const statuses = Object.values(clientStatus)

const clientsQuery = z.object({
  ...pages,
  search: z.string().default(''),
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`).default(clientStatus.everybody),
  orderByCreatedAt: yesOrNo.default(false),
})

const exportQuery = z.object({
  pageSize: pages.pageSize,
  cursor: someText.nullable().default(null),
})

const range = { from: rangeStart.default(-Infinity), to: rangeEnd.default(Infinity) }

const movementsQuery = z.object({
  ...range,
  serviceUserId: someText.optional(),
  type: z.enum(movementTypes, `must be one of ${movementTypes.join(', ')}`).optional(),
  ...pages,
})

const summaryQuery = z.object({ startDate: range.from, endDate: range.to })

/** Assumption: a range that ends before it starts is an error, not an empty answer. */
const refuseBackwards = ({ from, to }: DateRange, name: string) =>
  from > to ? badRequest(`${name}: must not be before the start of the range`) : null

/** The five endpoints under /royalty. */
export class LoyaltyOperations {
  readonly #program: LoyaltyProgram

  readonly readLoyaltyClient = answers('readLoyaltyClient', {
    query: clientQuery,
    answer: ({ query: { serviceUserId: userId, clientId: id } }) => {
      if (userId === undefined && id === undefined)
        return badRequest(`${userIdName} or clientId: one must be there`)
      const client = this.#program.find({ id, userId })
      return client === undefined ? notFound('Client') : detailView(client, this.#program.now())
    },
  })

  // Assumption: without `orderByCreatedAt` the newest come first.
  readonly listLoyaltyClients = answers('listLoyaltyClients', {
    query: clientsQuery,
    answer: ({ query: { search, status, orderByCreatedAt: oldestFirst, page, pageSize } }) => {
      const clients = this.#program.clients({ search, status, oldestFirst })
      const { items, ...rest } = listPage(clients, page, pageSize)
      const at = this.#program.now()
      return { ...rest, status, items: items.map((each) => rowView(each, at)) }
    },
  })

  readonly exportLoyaltyClients = answers('exportLoyaltyClients', {
    query: exportQuery,
    answer: ({ query: { pageSize, cursor } }) => {
      const clients = this.#program.clientsAfter(cursor, pageSize + 1)
      const items = clients.slice(0, pageSize)
      const at = this.#program.now()
      return {
        items: items.map((each) => rowView(each, at)),
        nextLastSeenId: clients.length > pageSize ? (items.at(-1)?.id ?? null) : null,
        pageSize,
      }
    },
  })

  readonly listPointMovements = answers('listPointMovements', {
    query: movementsQuery,
    answer: ({ query: { serviceUserId: userId, type, page, pageSize, ...asked } }) => {
      const backwards = refuseBackwards(asked, dialect.movementsToParameter)
      if (backwards !== null) return backwards
      const all = this.#program.movements({ userId, type, range: asked })
      const { items, ...rest } = listPage(all, page, pageSize)
      return { movements: items.map(movementView), pagination: { ...rest, page, pageSize } }
    },
  })

  readonly readLoyaltySummary = answers('readLoyaltySummary', {
    query: summaryQuery,
    answer: ({ query: { startDate: from, endDate: to } }) =>
      refuseBackwards({ from, to }, 'endDate') ?? this.#program.summary({ from, to }),
  })

  constructor(program: LoyaltyProgram) {
    this.#program = program
  }
}
