import type { Caller } from '#contract/shared/caller.ts'
import type { GuestExport } from '#contract/guests/guests.ts'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { guestTags } from '#contract/guests/fields.ts'
import type { GuestNotes } from '#domain/guests/guest.ts'
import { isPhoneId } from '#domain/guests/guest-visits.ts'
import { readLoyaltyClient } from '#platform/loyalty.ts'
import { stampNow } from '../clock/clock.ts'
import { withoutTrace } from '../db/open.ts'
import { forgetSetAside } from '../db/rows.ts'
import type { Parsed } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import type { GuestExports } from './export.ts'
import { noToken, toResult } from './queries.ts'
import type { GuestDirectory } from './directory.ts'
import type { GuestStore, NotedGuest } from './store.ts'
import type { WholeLists } from './whole-lists.ts'

/** Sorts after every ISO instant. */
const afterEveryInstant = '9'

interface GuestParts {
  store: GuestStore
  directory: GuestDirectory
  lists: WholeLists
  exports: GuestExports
}

/** Tags are not typed. */
const draftKindOf = ({ allergies, note }: Partial<GuestNotes>): 'allergies' | 'guestNote' | null =>
  allergies !== undefined ? 'allergies' : note !== undefined ? 'guestNote' : null

export class GuestCommands {
  readonly #context: Context
  readonly #parts: GuestParts
  /**
   * A counter of requests. For each thing that is noted of a guest, and for all guests, the host remembers the latest request
   * that took effect.
   */
  #requests = 0
  readonly #latestNotes = new Map<string, number>()
  #latestPurge = 0

  constructor(context: Context, parts: GuestParts) {
    this.#context = context
    this.#parts = parts
  }

  setAllergies(
    { clientId, allergies }: Parsed<'guests.setAllergies'>,
    { screen }: Caller,
  ): Promise<Result<null>> {
    return this.#note(clientId, { allergies }, screen)
  }

  setNote({ clientId, note }: Parsed<'guests.setNote'>, { screen }: Caller): Promise<Result<null>> {
    return this.#note(clientId, { note }, screen)
  }

  setTags({ clientId, tags }: Parsed<'guests.setTags'>): Promise<Result<null>> {
    return this.#note(clientId, { tags: guestTags.filter((tag) => tags.includes(tag)) }, '')
  }

  async purge(): Promise<Result<Output<'guests.purge'>>> {
    const { log, announce, notify } = this.#context
    const { lists, exports } = this.#parts
    lists.forget('any')
    const hadExport = await exports.forget()
    const forgotten = this.#forgetAll() + Number(hadExport)
    this.#latestPurge = ++this.#requests
    this.#latestNotes.clear()
    void announce('guests.noted', null)
    notify({ type: 'guests.changed' })
    // Backups of the database must delete the guests as well.
    void announce('guests.forgotten', null)
    log.info('guests forgotten', { forgotten })
    return ok({ forgotten })
  }

  exportState(): Result<GuestExport | null> {
    return ok(this.#parts.exports.state)
  }

  export({ path }: Parsed<'guests.export'>): Result<GuestExport> {
    return this.#parts.exports.begin(path)
  }

  /** Deletes all guests in the database; returns how many records named one. */
  #forgetAll(): number {
    const { db, clock, use } = this.#context
    const now = stampNow(clock)
    return withoutTrace(db, () => {
      forgetSetAside(db, afterEveryInstant)
      return (
        use(reservations).forgetAll() +
        db.transact(() => use(drafts).forgetGuests() + this.#parts.store.forgetAll(now))
      )
    })
  }

  async #note(
    clientId: string,
    change: Partial<GuestNotes>,
    screen: string,
  ): Promise<Result<null>> {
    const request = ++this.#requests
    const subject = `${Object.keys(change).join()} ${clientId}`
    const draft = this.#draftOf(change, screen, clientId)
    const guest = await this.#guestOf(clientId, change)
    if (!guest.ok) return guest
    // A later request stored another note or deleted all guests while the platform was asked;
    // that one wins.
    const latest = Math.max(this.#latestNotes.get(subject) ?? 0, this.#latestPurge)
    if (request < latest) return fail('too-late')
    const { db, clock, use, announce, notify } = this.#context
    const notedAt = stampNow(clock)
    withoutTrace(db, () =>
      db.transact(() => {
        this.#parts.store.save(clientId, guest.value, change, notedAt)
        const draftNow = this.#draftOf(change, screen, clientId)
        // Text that was typed meanwhile is not part of this note yet.
        const isNoted = draftNow?.trim() === (change.allergies ?? change.note)
        const kind = draftKindOf(change)
        if (kind !== null && (draftNow === draft || isNoted))
          use(drafts).remove(kind, screen, clientId)
      }),
    )
    this.#latestNotes.set(subject, request)
    if (change.allergies !== undefined) void announce('guests.noted', null)
    notify({ type: 'guests.changed' })
    return ok(null)
  }

  #draftOf(change: Partial<GuestNotes>, screen: string, clientId: string): string | null {
    const stored = this.#context.use(drafts)
    if (change.note !== undefined) return stored.load('guestNote', screen, clientId)?.note ?? null
    return stored.load('allergies', screen, clientId)?.allergies ?? null
  }

  /**
   * Who a note is about, with the contacts that the platform's orders carry as well. Null if that
   * is stored or nothing will be.
   */
  async #guestOf(
    clientId: string,
    { allergies, note, tags }: Partial<GuestNotes>,
  ): Promise<Result<NotedGuest | null>> {
    if (isPhoneId(clientId)) return this.#strangerOf(clientId)
    const isDeleted = allergies === '' || note === '' || tags?.length === 0
    const isStored = this.#parts.store.find(clientId) !== null && allergies === undefined
    if (isDeleted || isStored) return ok(null)
    const { connection } = this.#context
    if (connection === null) return noToken
    const client = await readLoyaltyClient(connection, { query: { clientId } })
    return toResult(
      client,
      ({ serviceUserId: userId, phone, email, fullName: name, birthday }) => ({
        ...{ userId, phone, email, name, birthday },
      }),
    )
  }

  #strangerOf(clientId: string): Result<NotedGuest | null> {
    const guest = this.#parts.directory.stranger(clientId)
    return guest === null ? fail('not-found') : ok(guest)
  }
}
