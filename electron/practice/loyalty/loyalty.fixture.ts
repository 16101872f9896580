import { serveRooms } from '../rooms.fixture.ts'
import { dialect } from '../dialect.ts'
import type { rowView } from './client.ts'
import { LoyaltyOperations } from './loyalty.ts'
import { movementDirections, type WireMovement } from './points.ts'
import { StoredProgram } from './program.ts'
import type { LoyaltySummary } from './summary.ts'

export type Row = ReturnType<typeof rowView>
/** A client's detail; the name of the user id depends on the dialect. */
export type Detail = Record<string, unknown>

interface Pages {
  totalPages: number
  totalCount: number
  hasNextPage: boolean
  hasPreviousPage: boolean
}
type ClientPage = Pages & { status: string; items: Row[] }
interface MovementPage {
  movements: WireMovement[]
  pagination: Pages & { page: number; pageSize: number }
}
type Query = Record<string, string | number>

/** The dialect's parameter names. */
export const names = {
  page: dialect.clientsPageParameter,
  size: dialect.clientsPageSizeParameter,
  search: dialect.clientsSearchParameter,
  status: dialect.clientsStatusParameter,
  exportSize: dialect.exportPageSizeParameter,
  cursor: dialect.exportCursorParameter,
  from: dialect.movementsFromParameter,
  to: dialect.movementsToParameter,
  type: dialect.movementsTypeParameter,
  movementPage: dialect.movementsPageParameter,
  movementSize: dialect.movementsPageSizeParameter,
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0)

/** The change of the balance. */
export const signed = ({ direction, amount }: WireMovement): number =>
  direction === movementDirections.credit ? amount : -amount

/**
 * Serves the loyalty endpoints as of `at` (epoch milliseconds) from a real HTTP server, and loads
 * all lists.
 */
export async function serveLoyalty(at: number) {
  const served = await serveRooms(
    new LoyaltyOperations(new StoredProgram({ seed: 3, now: () => at })),
  )

  async function ask<Data>(path: string, query: Query = {}) {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    const { status, body } = await served.ask(`/royalty/${path}?${search.toString()}`)
    return { status, body: body as { success: boolean; data: Data } }
  }
  const answered = async <Data>(path: string, query?: Query) =>
    (await ask<Data>(path, query)).body.data
  const clients = (query?: Query) => answered<ClientPage>('clients', query)
  const history = (query?: Query) => answered<MovementPage>('client-point-movements', query)

  const rows: Row[] = []
  let more = true
  for (let page = 1; more; page += 1) {
    const { items, hasNextPage } = await clients({ [names.page]: page, [names.size]: 1000 })
    rows.push(...items)
    more = hasNextPage
  }
  const movements: WireMovement[] = []
  more = true
  for (let page = 1; more; page += 1) {
    const asked = { [names.movementPage]: page, [names.movementSize]: 1000 }
    const { movements: some, pagination } = await history(asked)
    movements.push(...some)
    more = pagination.hasNextPage
  }

  return {
    ask,
    answered,
    clients,
    history,
    summary: (query?: Query) => answered<LoyaltySummary>('summary', query),
    /** Newest first. */
    rows,
    /** Newest first. */
    movements,
    close: () => served.close(),
  }
}
