import type { Caller } from '#contract/shared/caller.ts'
import type { GuestExport } from '#contract/guests/guests.ts'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Contacts } from '#domain/guests/guest.ts'
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
import type { GuestStore } from './store.ts'
import type { WholeLists } from './whole-lists.ts'

/** Sorts after every ISO instant. */
const afterEveryInstant = '9'

interface GuestParts {
  store: GuestStore
  lists: WholeLists
  exports: GuestExports
}

export class GuestCommands {
  readonly #context: Context
  readonly #parts: GuestParts
  /**
   * A counter of requests. Per guest, and for all guests, the host remembers the latest request
   * that took effect.
   */
  #requests = 0
  readonly #latestNotes = new Map<string, number>()
  #latestPurge = 0

  constructor(context: Context, parts: GuestParts) {
    this.#context = context
    this.#parts = parts
  }

  async setAllergies(
    { clientId, allergies }: Parsed<'guests.setAllergies'>,
    { screen }: Caller,
  ): Promise<Result<null>> {
    const request = ++this.#requests
    const draft = this.#draftOf(screen, clientId)
    const contacts = allergies === '' ? ok({}) : await this.#contactsOf(clientId)
    if (!contacts.ok) return contacts
    // A later request stored another note or deleted all guests while the platform was asked;
    // that one wins.
    const latest = Math.max(this.#latestNotes.get(clientId) ?? 0, this.#latestPurge)
    if (request < latest) return fail('too-late')
    const { db, clock, use, announce } = this.#context
    const notedAt = stampNow(clock)
    withoutTrace(db, () =>
      db.transact(() => {
        this.#parts.store.save(clientId, contacts.value, { allergies, notedAt })
        const draftNow = this.#draftOf(screen, clientId)
        // Text that was typed meanwhile is not part of this note yet.
        if (draftNow === draft || draftNow?.trim() === allergies)
          use(drafts).remove('allergies', screen, clientId)
      }),
    )
    this.#latestNotes.set(clientId, request)
    void announce('guests.noted', null)
    return ok(null)
  }

  async purge(): Promise<Result<Output<'guests.purge'>>> {
    const { log, announce } = this.#context
    const { lists, exports } = this.#parts
    lists.forget('any')
    const hadExport = await exports.forget()
    const forgotten = this.#forgetAll() + Number(hadExport)
    this.#latestPurge = ++this.#requests
    this.#latestNotes.clear()
    void announce('guests.noted', null)
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

  #draftOf(screen: string, clientId: string): string | null {
    return this.#context.use(drafts).load('allergies', screen, clientId)?.allergies ?? null
  }

  /** The platform's contacts of a guest, which its orders carry as well. */
  async #contactsOf(clientId: string): Promise<Result<Contacts>> {
    const { connection } = this.#context
    if (connection === null) return noToken
    const client = await readLoyaltyClient(connection, { query: { clientId } })
    return toResult(client, ({ serviceUserId: userId, phone, email }) => ({ userId, phone, email }))
  }
}
