import type { GuestList, GuestRow } from '#contract/guests/guests.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import {
  type LoyaltyClientRow,
  guestRow,
  guestView,
  inOrder,
  movementView,
  summaryView,
} from '#domain/guests/guest.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import {
  listLoyaltyClients,
  listPointMovements,
  readLoyaltyClient,
  readLoyaltySummary,
} from '#platform/loyalty.ts'
import { countLeftOut } from '#platform/tolerant/unread.ts'
import { store } from '../connection/connection.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import type { GuestStore } from './store.ts'
import { mostSorted, type ListFilter, type WholeLists } from './whole-lists.ts'

export type GuestQueries = Pick<
  HandlersOf<'guests'>,
  'guests.list' | 'guests.read' | 'guests.movements' | 'guests.summary'
>

const dayMs = 24 * 3_600_000

/** How long the settings allow to store data of guests. */
export const guestDataMs = ({ guestDataDays }: Settings): number => guestDataDays * dayMs

const pageSize = 50

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

/** The answers are not stored: every call asks the platform. */
export function createGuestQueries(
  { connection, countryCode, settings, use }: Context,
  stored: GuestStore,
  lists: WholeLists,
): GuestQueries {
  const noToken = fail('unauthorised', undefined, 'no-token')
  const row = (client: LoyaltyClientRow): GuestRow => guestRow(client, countryCode())
  const known = use(store)
  /** Null if the token has no access to the store. */
  const storeName = (id: string): string | null =>
    known.stores.find((each) => each.id === id || each.externalId === id)?.name ?? null
  const storedUntil = (notedAt: string): string =>
    new Date(Date.parse(notedAt) + guestDataMs(settings())).toISOString()

  return {
    async 'guests.list'({ text: searchText, page, order = 'joined', status }) {
      if (connection === null) return noToken
      // The first value means all clients.
      const statuses = connection.dialect.clientStatuses.split(' ').slice(1)
      if (status !== undefined && !statuses.includes(status)) return fail('bad-input', 'status')
      const filter: ListFilter = {
        ...(searchText === '' ? {} : { search: searchedFor(searchText) }),
        ...(status === undefined ? {} : { status }),
      }
      // Oldest first, so that a new client doesn't move others to another page.
      const query = { page, pageSize, orderByCreatedAt: true, ...filter }
      const result = await listLoyaltyClients(connection, { query })
      const asked = toResult(result, (answer, unread): GuestList => ({
        guests: [...inOrder(answer.items.map(row), order)],
        page,
        hasMore: answer.hasNextPage ?? answer.items.length >= pageSize,
        total: answer.totalCount ?? null,
        leftOut: countLeftOut(unread),
        sorted: order === 'joined' ? 'all' : 'page',
        statuses,
        isFiltered: status === undefined || (answer.status ?? status) === status,
      }))
      const isLarge = asked.ok && (asked.value.total ?? 0) > mostSorted
      if (!asked.ok || order === 'joined' || isLarge) return asked
      const whole = await lists.read(connection, filter)
      if (!whole.ok) return { ok: false, error: appError(whole.failure) }
      if (whole.value === null) return asked
      const guests = inOrder(whole.value.guests, order)
      return ok({
        ...asked.value,
        guests: guests.slice((page - 1) * pageSize, page * pageSize),
        hasMore: guests.length > page * pageSize,
        total: guests.length,
        leftOut: whole.value.leftOut,
        sorted: 'all',
      })
    },
    async 'guests.read'(input) {
      if (connection === null) return noToken
      const result = await readLoyaltyClient(connection, { query: input })
      return toResult(result, (client, unread) => {
        const note = stored.noteOf(client._id)
        return guestView(client, {
          storeName,
          countryCode: countryCode(),
          note: note && { allergies: note.allergies, until: storedUntil(note.notedAt) },
          unread,
        })
      })
    },
    async 'guests.movements'({ serviceUserId, from, to, type, page }) {
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
    },
    async 'guests.summary'({ from, to }) {
      if (connection === null) return noToken
      const query = {
        ...(from !== null && { startDate: from }),
        ...(to !== null && { endDate: to }),
      }
      return toResult(await readLoyaltySummary(connection, { query }), summaryView)
    },
  }
}
