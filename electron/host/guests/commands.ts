import { fail, ok, type Result } from '#contract/result.ts'
import type { Contacts } from '#domain/guests/guest.ts'
import { readLoyaltyClient } from '#platform/loyalty.ts'
import { isoNow } from '../clock.ts'
import { withoutTrace } from '../db/open.ts'
import { forgetSetAside } from '../db/rows.ts'
import type { HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import type { GuestExporting } from './export.ts'
import { toResult, type GuestQueries } from './queries.ts'
import { afterEveryInstant, type GuestStore } from './store.ts'
import type { WholeLists } from './whole-lists.ts'

export function createGuestCommands(
  context: Context,
  store: GuestStore,
  lists: WholeLists,
  exporting: GuestExporting,
): Omit<HandlersOf<'guests'>, keyof GuestQueries> {
  const { db, log, clock, connection, use, announce } = context
  const stored = use(drafts)
  const typedOn = (screen: string, clientId: string): string | null =>
    stored.load('allergies', screen, clientId)?.allergies ?? null
  /**
   * A counter of requests. Per guest, and for all guests, the host remembers the latest request
   * that took effect.
   */
  let asked = 0
  const notedLast = new Map<string, number>()
  let forgottenLast = 0

  /** The platform's contacts of a guest, which its orders carry as well. */
  async function contactsOf(clientId: string): Promise<Result<Contacts>> {
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    const client = await readLoyaltyClient(connection, { query: { clientId } })
    return toResult(client, ({ serviceUserId: userId, phone, email }) => ({ userId, phone, email }))
  }

  return {
    async 'guests.setAllergies'({ clientId, allergies }, { screen }) {
      const mine = ++asked
      const typed = typedOn(screen, clientId)
      const contacts = allergies === '' ? ok({}) : await contactsOf(clientId)
      if (!contacts.ok) return contacts
      // A later request stored another note or deleted all guests while the platform was asked;
      // that one wins.
      if (mine < Math.max(notedLast.get(clientId) ?? 0, forgottenLast)) return fail('too-late')
      const notedAt = isoNow(clock)
      withoutTrace(db, () =>
        db.transact(() => {
          store.note(clientId, contacts.value, { allergies, notedAt })
          const now = typedOn(screen, clientId)
          // Text that was typed meanwhile is not part of this note yet.
          if (now === typed || now?.trim() === allergies)
            stored.remove('allergies', screen, clientId)
        }),
      )
      notedLast.set(clientId, mine)
      void announce('guests.noted', null)
      return ok(null)
    },
    async 'guests.purge'() {
      lists.forget('any')
      const hadExport = await exporting.forget()
      const now = isoNow(clock)
      const forgotten = withoutTrace(db, () => {
        forgetSetAside(db, afterEveryInstant)
        return (
          use(reservations).forgetAll() +
          db.transact(() => stored.forgetGuests() + store.forgetAll(now))
        )
      })
      forgottenLast = ++asked
      notedLast.clear()
      void announce('guests.noted', null)
      // Backups of the database must delete the guests as well.
      void announce('guests.forgotten', null)
      const total = forgotten + Number(hadExport)
      log.info('guests forgotten', { forgotten: total })
      return ok({ forgotten: total })
    },
    'guests.exportState': () => ok(exporting.state),
    'guests.export': ({ path }) => exporting.begin(path),
  }
}
