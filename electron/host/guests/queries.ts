import type { GuestOrder } from '#contract/guests/fields.ts'
import type { Guest, GuestList, GuestMovements, LoyaltySummary } from '#contract/guests/guests.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { guestRow, guestView, inOrder, movementView, summaryView } from '#domain/guests/guest.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import {
  listLoyaltyClients,
  listPointMovements,
  readLoyaltyClient,
  readLoyaltySummary,
} from '#platform/loyalty.ts'
import { countLeftOut } from '#platform/tolerant/unread.ts'
import { store } from '../connection/connection.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import type { GuestStore } from './store.ts'
import { maxSorted, type ListFilter, type WholeList, type WholeLists } from './whole-lists.ts'

const dayMs = 24 * 3_600_000

/** How long the settings allow to store data of guests. */
export const guestDataMs = ({ guestDataDays }: Settings): number => guestDataDays * dayMs

const pageSize = 50

export const noToken = fail('unauthorised', undefined, 'no-token')

/** What clients can be filtered by. The first value of the dialect means all clients. */
const statusesOf = ({ dialect }: Connection): string[] => dialect.clientStatuses.split(' ').slice(1)

/** A phone number as people type it, with five digits or more. */
const telephone = /^\+?(?:[\s().-]*\d){5,}$/

/**
 * The platform stores phone numbers without separators, so they are removed from a phone number.
 * Other texts stay as typed.
 */
const searchedFor = (searchText: string): string =>
  telephone.test(searchText) ? searchText.replaceAll(/[^+\d]/g, '') : searchText

/** Converts the platform's answer with `view`, or its failure into an error. */
export const toResult = <Reported, Value>(
  result: CallResult<Reported>,
  view: (value: Reported, unread: readonly string[]) => Value,
): Result<Value> =>
  result.ok
    ? ok(view(result.value, result.unread ?? []))
    : { ok: false, error: appError(result.failure) }

interface ListedAs {
  page: number
  order: GuestOrder
}

/** A page of a sorted list. */
function pageOf(
  { guests, leftOut }: WholeList,
  { page, order }: ListedAs,
): Pick<GuestList, 'guests' | 'hasMore' | 'total' | 'leftOut' | 'sorted'> {
  const sorted = inOrder(guests, order)
  return {
    guests: sorted.slice((page - 1) * pageSize, page * pageSize),
    hasMore: sorted.length > page * pageSize,
    total: sorted.length,
    leftOut,
    sorted: 'all',
  }
}

/** The answers are not stored: every call asks the platform. */
export class GuestQueries {
  readonly #context: Context
  readonly #store: GuestStore
  readonly #lists: WholeLists

  constructor(context: Context, guestStore: GuestStore, lists: WholeLists) {
    this.#context = context
    this.#store = guestStore
    this.#lists = lists
  }

  async list({
    text,
    status,
    page,
    order = 'joined',
  }: Parsed<'guests.list'>): Promise<Result<GuestList>> {
    const { connection } = this.#context
    if (connection === null) return noToken
    if (status !== undefined && !statusesOf(connection).includes(status))
      return fail('bad-input', 'status')
    const filter: ListFilter = {
      ...(text === '' ? {} : { search: searchedFor(text) }),
      ...(status === undefined ? {} : { status }),
    }
    const listed = await this.#listPage(connection, filter, { page, order })
    const isLarge = listed.ok && (listed.value.total ?? 0) > maxSorted
    if (!listed.ok || order === 'joined' || isLarge) return listed
    const whole = await this.#lists.load(connection, filter)
    if (!whole.ok) return { ok: false, error: appError(whole.failure) }
    if (whole.value === null) return listed
    return ok({ ...listed.value, ...pageOf(whole.value, { page, order }) })
  }

  async get(input: Parsed<'guests.get'>): Promise<Result<Guest>> {
    const { connection, countryCode } = this.#context
    if (connection === null) return noToken
    const result = await readLoyaltyClient(connection, { query: input })
    return toResult(result, (client, unread) => {
      const note = this.#store.noteOf(client._id)
      return guestView(client, {
        storeName: (id) => this.#storeName(id),
        countryCode: countryCode(),
        note: note && { allergies: note.allergies, until: this.#storedUntil(note.notedAt) },
        unread,
      })
    })
  }

  async movements({
    serviceUserId,
    from,
    to,
    type,
    page,
  }: Parsed<'guests.movements'>): Promise<Result<GuestMovements>> {
    const { connection } = this.#context
    if (connection === null) return noToken
    const query = {
      serviceUserId,
      ...(from !== null && { from }),
      ...(to !== null && { to }),
      ...(type !== null && { type }),
      page,
      pageSize,
    }
    const result = await listPointMovements(connection, { query })
    // If the platform knows the parameter by another name, it ignores it and returns the
    // movements of all clients. Those must not be shown.
    if (
      result.ok &&
      result.value.movements.some(({ userId }) => (userId ?? serviceUserId) !== serviceUserId)
    )
      return fail('unreadable', 'data.movements: of other users')
    return toResult(result, ({ movements, pagination }, unread) => ({
      movements: movements.map(movementView),
      page,
      hasMore: pagination?.hasNextPage ?? movements.length >= pageSize,
      total: pagination?.totalCount ?? null,
      leftOut: countLeftOut(unread),
    }))
  }

  async summary({ from, to }: Parsed<'guests.summary'>): Promise<Result<LoyaltySummary>> {
    const { connection } = this.#context
    if (connection === null) return noToken
    const query = {
      ...(from !== null && { startDate: from }),
      ...(to !== null && { endDate: to }),
    }
    return toResult(await readLoyaltySummary(connection, { query }), summaryView)
  }

  async #listPage(
    connection: Connection,
    filter: ListFilter,
    { page, order }: ListedAs,
  ): Promise<Result<GuestList>> {
    const { status } = filter
    // Oldest first, so that a new client doesn't move others to another page.
    const query = { page, pageSize, orderByCreatedAt: true, ...filter }
    const result = await listLoyaltyClients(connection, { query })
    return toResult(result, (answer, unread) => {
      const guests = answer.items.map((client) => guestRow(client, this.#context.countryCode()))
      return {
        guests: [...inOrder(guests, order)],
        page,
        hasMore: answer.hasNextPage ?? answer.items.length >= pageSize,
        total: answer.totalCount ?? null,
        leftOut: countLeftOut(unread),
        sorted: order === 'joined' ? 'all' : 'page',
        statuses: statusesOf(connection),
        isFiltered: status === undefined || (answer.status ?? status) === status,
      }
    })
  }

  /** Null if the token has no access to the store. */
  #storeName(id: string): string | null {
    const { stores } = this.#context.use(store)
    return stores.find((each) => each.id === id || each.externalId === id)?.name ?? null
  }

  #storedUntil(notedAt: string): string {
    const storedMs = guestDataMs(this.#context.settings())
    return new Date(Date.parse(notedAt) + storedMs).toISOString()
  }
}
