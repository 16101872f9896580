import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { readQuery, wholeNumber, yesOrNo } from '../asked.ts'
import { dialect } from '../dialect.ts'
import { badRequest, failure, listPage, success } from '../envelope.ts'
import { detailView, rowView, userIdName } from './client.ts'
import { rangeEnd, rangeStart, type DateRange } from './date-range.ts'
import { movementTypes, movementView } from './point-movement.ts'
import { clientStatus, type LoyaltyProgram } from './program.ts'

const someText = z.string().min(1, 'must not be empty')
const page = wholeNumber(1).default(1)
/** The default is our assumption. */
const pageSize = wholeNumber(1, 1000).default(20)

const clientQuery = z.object({ userId: someText.optional(), clientId: someText.optional() })

const statuses = Object.values(clientStatus)

const clientsQuery = z.object({
  page,
  pageSize,
  search: z.string().default(''),
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`).default(clientStatus.everybody),
  orderByCreatedAt: yesOrNo.default(false),
})
const clientsNames = {
  page: dialect.clientsPageParameter,
  pageSize: dialect.clientsPageSizeParameter,
  search: dialect.clientsSearchParameter,
  status: dialect.clientsStatusParameter,
}

const exportQuery = z.object({ pageSize, cursor: someText.nullable().default(null) })
const exportNames = {
  pageSize: dialect.exportPageSizeParameter,
  cursor: dialect.exportCursorParameter,
}

const range = { from: rangeStart.default(-Infinity), to: rangeEnd.default(Infinity) }

const movementsQuery = z.object({
  ...range,
  userId: someText.optional(),
  type: z.enum(movementTypes, `must be one of ${movementTypes.join(', ')}`).optional(),
  page,
  pageSize,
})
const movementsNames = {
  userId: userIdName,
  from: dialect.movementsFromParameter,
  to: dialect.movementsToParameter,
  type: dialect.movementsTypeParameter,
  page: dialect.movementsPageParameter,
  pageSize: dialect.movementsPageSizeParameter,
}

const summaryQuery = z.object({ startDate: range.from, endDate: range.to })

/** Our assumption: a range that ends before it begins is an error, not an empty answer. */
const refuseBackwards = (context: Context, { from, to }: DateRange, name: string) =>
  from > to ? badRequest(context, `${name}: must not be before the start of the range`) : null

/** The five endpoints under /royalty. */
export function loyalty(program: LoyaltyProgram): Hono {
  const app = new Hono()

  app.get('/royalty/client', (context) => {
    const query = readQuery(context, clientQuery, { userId: userIdName })
    if (!query.ok) return badRequest(context, query.message)
    const { userId, clientId: id } = query.value
    if (userId === undefined && id === undefined) {
      return badRequest(context, `${userIdName} or clientId: one must be there`)
    }
    const client = program.find({ id, userId })
    return client === undefined
      ? failure(context, 404, 'not-found', 'Client not found')
      : success(context, detailView(client, program.now()))
  })

  // Without orderByCreatedAt the newest come first: our assumption.
  app.get('/royalty/clients', (context) => {
    const query = readQuery(context, clientsQuery, clientsNames)
    if (!query.ok) return badRequest(context, query.message)
    const { search, status, orderByCreatedAt: oldestFirst } = query.value
    const found = program.clients({ search, status, oldestFirst })
    const { items, ...pages } = listPage(found, query.value.page, query.value.pageSize)
    const at = program.now()
    return success(context, { ...pages, status, items: items.map((each) => rowView(each, at)) })
  })

  app.get('/royalty/clients-export', (context) => {
    const query = readQuery(context, exportQuery, exportNames)
    if (!query.ok) return badRequest(context, query.message)
    const { pageSize: size, cursor } = query.value
    const found = program.clientsAfter(cursor, size + 1)
    const items = found.slice(0, size)
    const at = program.now()
    return success(context, {
      items: items.map((each) => rowView(each, at)),
      nextLastSeenId: found.length > size ? (items.at(-1)?.id ?? null) : null,
      pageSize: size,
    })
  })

  app.get('/royalty/client-point-movements', (context) => {
    const query = readQuery(context, movementsQuery, movementsNames)
    if (!query.ok) return badRequest(context, query.message)
    const { userId, type, from, to, page: number, pageSize: size } = query.value
    const backwards = refuseBackwards(context, { from, to }, movementsNames.to)
    if (backwards !== null) return backwards
    const found = program.movements({ userId, type, range: { from, to } })
    const { items, ...pages } = listPage(found, number, size)
    return success(context, {
      movements: items.map(movementView),
      pagination: { ...pages, page: number, pageSize: size },
    })
  })

  app.get('/royalty/summary', (context) => {
    const query = readQuery(context, summaryQuery)
    if (!query.ok) return badRequest(context, query.message)
    const asked = { from: query.value.startDate, to: query.value.endDate }
    return refuseBackwards(context, asked, 'endDate') ?? success(context, program.summary(asked))
  })

  return app
}
