import type { GuestOrder } from '#contract/guests/fields.ts'
import type { GuestList, GuestRow } from '#contract/guests/guests.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { guestRow } from '#domain/guests/guest.ts'
import { inOrder, isFiltered, passes, type GuestFilter } from '#domain/guests/guest-list.ts'
import { boundsOfDays } from '#domain/store-time/business-day.ts'
import { appError } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { listLoyaltyClients } from '#platform/loyalty.ts'
import { countLeftOut } from '#platform/tolerant/unread.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import type { GuestDirectory } from './directory.ts'
import { noToken, pageSize, toResult } from './queries.ts'
import { maxSorted, type ListFilter, type WholeList, type WholeLists } from './whole-lists.ts'

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

type Request = Parsed<'guests.list'>

/** How a page of the list is made, besides what the platform is asked for. */
interface ListedAs {
  page: number
  order: GuestOrder
  isReversed: boolean
  filter: GuestFilter
}

const inList = (
  guests: readonly GuestRow[],
  { order, isReversed, filter }: ListedAs,
): readonly GuestRow[] =>
  inOrder(
    guests.filter((guest) => passes(guest, filter)),
    order,
    isReversed,
  )

const firstDay = '1900-01-01'
const lastDay = '2999-12-31'

/** The list of guests: pages of the platform's, or of the whole list for what only the host can do. */
export class GuestListQuery {
  readonly #context: Context
  readonly #lists: WholeLists
  readonly #directory: GuestDirectory

  constructor(context: Context, lists: WholeLists, directory: GuestDirectory) {
    this.#context = context
    this.#lists = lists
    this.#directory = directory
  }

  async list(request: Request): Promise<Result<GuestList>> {
    const { connection } = this.#context
    const { text, status, page, order = 'joined', isReversed = false } = request
    if (connection === null) return noToken
    if (status !== undefined && !statusesOf(connection).includes(status))
      return fail('bad-input', 'status')
    const asked: ListFilter = {
      ...(text === '' ? {} : { search: searchedFor(text) }),
      ...(status === undefined ? {} : { status }),
    }
    const as = { page, order, isReversed, filter: this.#filterOf(request) }
    const listed = await this.#listPage(connection, asked, as)
    if (!listed.ok) return listed
    if (order === 'joined' && !isFiltered(as.filter))
      return ok(
        request.hasOthers === true && text !== ''
          ? this.#withOthers(listed.value, text)
          : listed.value,
      )
    if ((listed.value.total ?? 0) > maxSorted) return listed
    const whole = await this.#lists.load(connection, asked)
    if (!whole.ok) return { ok: false, error: appError(whole.failure) }
    if (whole.value === null) return listed
    return ok({ ...listed.value, ...this.#pageOf(whole.value, as, request) })
  }

  async #listPage(
    connection: Connection,
    asked: ListFilter,
    as: ListedAs,
  ): Promise<Result<GuestList>> {
    const { status } = asked
    const { page } = as
    // Oldest first, so that a new client doesn't move others to another page.
    const query = { page, pageSize, orderByCreatedAt: true, ...asked }
    const result = await listLoyaltyClients(connection, { query })
    return toResult(result, (answer, unread) => {
      const { countryCode } = this.#context
      const guests = answer.items.map((client) =>
        this.#directory.complete(guestRow(client, countryCode())),
      )
      return {
        guests: [...inList(guests, as)],
        page,
        hasMore: answer.hasNextPage ?? answer.items.length >= pageSize,
        total: answer.totalCount ?? null,
        leftOut: countLeftOut(unread),
        sorted: as.order === 'joined' && !isFiltered(as.filter) ? 'all' : 'page',
        statuses: statusesOf(connection),
        isFiltered: status === undefined || (answer.status ?? status) === status,
      }
    })
  }

  /** The others follow after the platform's last guest. */
  #withOthers(listed: GuestList, text: string): GuestList {
    const others = this.#directory.others(text, listed.guests)
    const { page, guests, hasMore } = listed
    if (hasMore)
      return { ...listed, total: listed.total === null ? null : listed.total + others.length }
    const before = (page - 1) * pageSize
    const members = listed.total ?? before + guests.length
    const from = Math.max(0, before - members)
    const to = Math.max(0, before + pageSize - members)
    return {
      ...listed,
      guests: [...guests, ...this.#shown(others.slice(from, to))],
      hasMore: others.length > to,
      total: members + others.length,
    }
  }

  /** A page of a list that is sorted and filtered as a whole. */
  #pageOf(
    whole: WholeList,
    as: ListedAs,
    { text, hasOthers, status }: Request,
  ): Pick<GuestList, 'guests' | 'hasMore' | 'total' | 'leftOut' | 'sorted'> {
    const members = whole.guests.map((guest) => this.#directory.complete(guest))
    // Only members have a status.
    const isWithOthers = hasOthers === true && status === undefined
    const others = isWithOthers ? this.#directory.others(text, whole.guests) : []
    const sorted = inList([...members, ...others], as)
    const { page } = as
    return {
      guests: this.#shown(sorted.slice((page - 1) * pageSize, page * pageSize)),
      hasMore: sorted.length > page * pageSize,
      total: sorted.length,
      leftOut: whole.leftOut,
      sorted: 'all',
    }
  }

  #shown(guests: readonly GuestRow[]): GuestRow[] {
    return guests.map((guest) => this.#directory.withReadablePhone(guest))
  }

  #filterOf({ tag, birthdayMonth, minVisits, lastVisitFrom, lastVisitTo }: Request): GuestFilter {
    const { timeZone, settings } = this.#context
    const isAnyDay = lastVisitFrom === undefined && lastVisitTo === undefined
    const days = { from: lastVisitFrom ?? firstDay, to: lastVisitTo ?? lastDay }
    const { from, to } = boundsOfDays(days, timeZone(), settings().businessDayBorder)
    const lastVisit = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    return { tag, birthdayMonth, minVisits, lastVisit: isAnyDay ? undefined : lastVisit }
  }
}
