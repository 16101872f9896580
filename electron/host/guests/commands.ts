import { fail, ok, type Result } from '#contract/result.ts'
import type { Contacts } from '#domain/guests/contacts.ts'
import { readLoyaltyClient } from '#platform/loyalty.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import type { GuestExporting } from './export.ts'
import { toResult, type GuestQueries } from './queries.ts'
import { overwriting, type GuestStore } from './store.ts'
import type { WholeLists } from './whole-lists.ts'

/** What people do about guests. */
export function createGuestCommands(
  context: Context,
  store: GuestStore,
  lists: WholeLists,
  exporting: GuestExporting,
): Omit<HandlersOf<'guests'>, keyof GuestQueries> {
  const { db, log, clock, connection, use, tell } = context
  /** What was asked, in its order; of each guest, and of all of them, the last that was done. */
  let asked = 0
  const notedLast = new Map<string, number>()
  let forgottenLast = 0

  /** By what the platform knows a guest: their orders come with it. */
  async function contactsOf(clientId: string): Promise<Result<Contacts>> {
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    const client = await readLoyaltyClient(connection, { query: { clientId } })
    return toResult(client, ({ serviceUserId: userId, phone, email }) => ({ userId, phone, email }))
  }

  return {
    async 'guests.setAllergies'({ clientId, allergies }, { screen }) {
      const mine = ++asked
      const typed = store.typedOn(screen, clientId)
      const contacts = allergies === '' ? ok({}) : await contactsOf(clientId)
      if (!contacts.ok) return contacts
      // While it was on its way somebody has noted something else, or had all of them forgotten: that stands.
      if (mine < Math.max(notedLast.get(clientId) ?? 0, forgottenLast)) return fail('too-late')
      const notedAt = isoNow(clock)
      overwriting(db, () =>
        db.transact(() => {
          store.note(clientId, contacts.value, { allergies, notedAt })
          const now = store.typedOn(screen, clientId)
          // What was typed meanwhile is not noted yet.
          if (now === typed || now?.trim() === allergies)
            store.type(screen, clientId, null, notedAt)
        }),
      )
      notedLast.set(clientId, mine)
      void tell('guests.noted', null)
      return ok(null)
    },
    'guests.typeAllergies'({ clientId, typed }, { screen }) {
      overwriting(db, () => db.transact(() => store.type(screen, clientId, typed, isoNow(clock))))
      return ok(null)
    },
    async 'guests.purge'() {
      lists.forget('any')
      const hadExport = await exporting.forget()
      const now = isoNow(clock)
      const forgotten = overwriting(
        db,
        () => use(reservations).forgetAll() + db.transact(() => store.forgetAll(now)),
      )
      forgottenLast = ++asked
      notedLast.clear()
      void tell('guests.noted', null)
      // Copies of the database must not know them either.
      void tell('guests.forgotten', null)
      const total = forgotten + Number(hadExport)
      log.info('guests forgotten', { forgotten: total })
      return ok({ forgotten: total })
    },
    'guests.exportState': () => ok(exporting.state),
    'guests.export': ({ path }) => exporting.begin(path),
  }
}
