import type { Guest, GuestMovements, LoyaltySummary } from '#contract/guests/guests.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import {
  guestView,
  movementView,
  summaryView,
  type Contacts,
  type GuestNotes,
} from '#domain/guests/guest.ts'
import { isPhoneId } from '#domain/guests/guest-visits.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import { listPointMovements, readLoyaltyClient, readLoyaltySummary } from '#platform/loyalty.ts'
import { countLeftOut } from '#platform/tolerant/unread.ts'
import { store } from '../connection/connection.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import type { GuestDirectory } from './directory.ts'
import { tagsOf, type GuestStore } from './store.ts'

const dayMs = 24 * 3_600_000

/** How long the settings allow to store data of guests. */
export const guestDataMs = ({ guestDataDays }: Settings): number => guestDataDays * dayMs

export const pageSize = 50

export const noToken = fail('unauthorised', undefined, 'no-token')

/** Converts the platform's answer with `view`, or its failure into an error. */
export const toResult = <Reported, Value>(
  result: CallResult<Reported>,
  view: (value: Reported, unread: readonly string[]) => Value,
): Result<Value> =>
  result.ok
    ? ok(view(result.value, result.unread ?? []))
    : { ok: false, error: appError(result.failure) }

/** The answers are not stored: every call asks the platform. */
export class GuestQueries {
  readonly #context: Context
  readonly #store: GuestStore
  readonly #directory: GuestDirectory

  constructor(context: Context, guestStore: GuestStore, directory: GuestDirectory) {
    this.#context = context
    this.#store = guestStore
    this.#directory = directory
  }

  async get(input: Parsed<'guests.get'>): Promise<Result<Guest>> {
    const { connection, countryCode } = this.#context
    if ('clientId' in input && isPhoneId(input.clientId)) return this.#stranger(input.clientId)
    if (connection === null) return noToken
    const result = await readLoyaltyClient(connection, { query: input })
    return toResult(result, (client, unread) =>
      guestView(client, {
        storeName: (id) => this.#storeName(id),
        countryCode: countryCode(),
        ...this.#notesOf(client._id, client),
        unread,
      }),
    )
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

  /** Null if the token has no access to the store. */
  #storeName(id: string): string | null {
    const { stores } = this.#context.use(store)
    return stores.find((each) => each.id === id || each.externalId === id)?.name ?? null
  }

  /** A guest who is not in the points program. */
  #stranger(clientId: string): Result<Guest> {
    const guest = this.#directory.stranger(clientId)
    if (guest === null) return fail('not-found')
    const { name: fullName, phone, email } = guest
    return ok({
      ...guestView(
        { _id: clientId, fullName, phone, email },
        {
          storeName: () => null,
          countryCode: this.#context.countryCode(),
          ...this.#notesOf(clientId, guest),
          unread: [],
        },
      ),
      isMember: false,
    })
  }

  #notesOf(
    clientId: string,
    contacts: Contacts,
  ): { notes: GuestNotes | null; storedUntil: string | null } {
    const note = this.#store.find(clientId, contacts)
    if (note === null) return { notes: null, storedUntil: null }
    const { allergies, note: text, noted_at: notedAt } = note
    return {
      notes: { allergies, note: text, tags: tagsOf(note) },
      storedUntil: this.#deletedAt(notedAt),
    }
  }

  #deletedAt(notedAt: string): string {
    const storedMs = guestDataMs(this.#context.settings())
    return new Date(Date.parse(notedAt) + storedMs).toISOString()
  }
}
