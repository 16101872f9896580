import { z } from 'zod'
import { guestsContract } from '#contract/guests/contract.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Contacts } from '#domain/guests/contacts.ts'
import { guestRow } from '#domain/guests/guest.ts'
import { readLoyaltyClient } from '#platform/loyalty.ts'
import type { Connection } from '#platform/connection.ts'
import type { AgreedTime } from '../agreed-time.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import { logThrown, type Log } from '../log.ts'
import { store } from '../connection/connection.ts'
import { reservations } from '../reservations/reservations.ts'
import { defineNoun, type NounParts } from '../noun.ts'
import { createGuestDrafts } from './drafts.ts'
import { createGuestExporting, type GuestExporting } from './export.ts'
import { createGuestNotes } from './notes.ts'
import { createGuestQueries, told } from './queries.ts'
import { createWholeLists } from './whole-lists.ts'

interface GuestsDeps {
  db: Database
  values: Values
  log: Log
  clock: Clock
  agreed: AgreedTime
  newId: () => string
  chance: () => number
  /** Null where there is nobody to ask. */
  connection: Connection | null
  settings: () => Settings
  exportsDir: string
  isChosen(path: string): boolean
  changed(): void
  /** What a store is called; null where it is none that the token sees. */
  storeName(id: string): string | null
  /** The restaurant's, ISO 3166; empty where it is not known. */
  countryCode(): string
  /** What is noted of guests has changed: their open tickets are told again. */
  onNoted(): void
  /** Forgets the people in the book of reservations; answers how many. */
  forgetReservations(): number
  /** All are forgotten: copies of the database must not know them either. */
  onPurged(): void
}

/** What other nouns ask of guests. */
interface Guests {
  /** What was noted of whoever has one of these contacts; null where nothing was. */
  allergiesOf(contacts: Contacts): string | null
  /** The file of an export that a browser may fetch. */
  readonly exportFile: GuestExporting['file']
  /** When a person had all of them forgotten last, ISO: what screens keep from before must go as well. */
  readonly forgottenAt: string | null
}

const dayMs = 24 * 3_600_000

function createGuests(deps: GuestsDeps): NounParts<typeof guestsContract, Guests> {
  const { db, log, clock, connection } = deps
  const notes = createGuestNotes(db, log)
  const drafts = createGuestDrafts(db, log)
  const exporting = createGuestExporting(deps)
  const lists = createWholeLists(
    () => clock.monotonic(),
    (client) => guestRow(client, deps.countryCode()),
  )
  const purged = deps.values('guestsForgotten', z.string())
  let forgottenAt = purged.read()
  /** What was asked, in its order; of each guest, and of all of them, the last that was done. */
  let asked = 0
  const notedLast = new Map<string, number>()
  let forgottenLast = 0
  const keptMs = (): number => deps.settings().guestDataDays * dayMs

  /** Changes people's data so that what was there before is not left in the file, or in the write-ahead log. */
  function overwriting<Value>(work: () => Value): Value {
    db.get('PRAGMA secure_delete = ON')
    try {
      return work()
    } finally {
      db.get('PRAGMA secure_delete = FAST')
      db.get('PRAGMA wal_checkpoint(TRUNCATE)')
    }
  }

  /** What was noted or typed before an ISO instant, or all of it; answers how many notes. */
  function forget(before: string | null): number {
    drafts.forget(before)
    return notes.forget(before)
  }

  /** What has been kept as long as the settings allow. */
  function forgetOld(): void {
    const before = new Date(deps.agreed.toDelete() - keptMs()).toISOString()
    if (notes.isOlder(before) || drafts.isOlder(before)) {
      overwriting(() => db.transact(() => forget(before)))
      deps.onNoted()
    }
    if (exporting.restsSince !== null && exporting.restsSince < before)
      exporting.forget().catch((cause: unknown) => {
        logThrown(log, 'export', cause)
      })
  }

  /** By what the platform knows a guest: their orders come with it. */
  async function contactsOf(clientId: string): Promise<Result<Contacts>> {
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    const client = await readLoyaltyClient(connection, { query: { clientId } })
    return told(client, ({ serviceUserId: userId, phone, email }) => ({ userId, phone, email }))
  }

  const api: Guests = {
    allergiesOf: notes.allergiesOf,
    exportFile: exporting.file,
    get forgottenAt() {
      return forgottenAt
    },
  }
  return {
    api,
    changes: exporting.changes,
    catchUp() {
      lists.forget('old')
      forgetOld()
    },
    rolledBack() {
      notes.reload()
      forgottenAt = purged.read()
      exporting.rolledBack()
    },
    start: exporting.start,
    close: exporting.close,
    handlers: {
      ...createGuestQueries({
        connection,
        notes,
        drafts,
        lists,
        countryCode: deps.countryCode,
        storeName: deps.storeName,
        keptUntil: (notedAt) => new Date(Date.parse(notedAt) + keptMs()).toISOString(),
      }),
      async 'guests.setAllergies'({ clientId, allergies }, { screen }) {
        const mine = ++asked
        const typed = drafts.of(screen, clientId)
        const contacts = allergies === '' ? ok({}) : await contactsOf(clientId)
        if (!contacts.ok) return contacts
        // While it was on its way somebody has noted something else, or had all of them forgotten: that stands.
        if (mine < Math.max(notedLast.get(clientId) ?? 0, forgottenLast)) return fail('too-late')
        const note = { allergies, notedAt: isoNow(clock) }
        overwriting(() =>
          db.transact(() => {
            notes.put(clientId, contacts.value, note)
            const now = drafts.of(screen, clientId)
            // What was typed meanwhile is not noted yet.
            if (now === typed || now?.trim() === allergies) drafts.put(screen, clientId, null)
          }),
        )
        notedLast.set(clientId, mine)
        deps.onNoted()
        return ok(null)
      },
      'guests.typeAllergies'({ clientId, typed }, { screen }) {
        const draft = typed === null ? null : { typed, typedAt: isoNow(clock) }
        overwriting(() => db.transact(() => drafts.put(screen, clientId, draft)))
        return ok(null)
      },
      async 'guests.purge'() {
        lists.forget('any')
        const hadExport = await exporting.forget()
        const now = isoNow(clock)
        const forgotten =
          overwriting(
            () =>
              deps.forgetReservations() +
              db.transact(() => {
                purged.write(now)
                forgottenAt = now
                return forget(null)
              }),
          ) + Number(hadExport)
        forgottenLast = ++asked
        notedLast.clear()
        deps.onNoted()
        deps.onPurged()
        log.info('guests forgotten', { forgotten })
        return ok({ forgotten })
      },
      'guests.exportState': () => ok(exporting.state),
      'guests.export': ({ path }) => exporting.begin(path),
      async 'guests.steerExport'({ exportId, how }) {
        return exporting.steer(exportId, how)
      },
    },
  }
}

/** The noun of guests: the clients of the points program as the platform tells them, and what is noted of them here. */
export const guests = defineNoun(guestsContract, {
  needs: [reservations, store],
  create(context) {
    const { use, tell } = context
    const known = use(store)
    return createGuests({
      ...context,
      isChosen: (path) => context.isChosen?.(path) ?? false,
      storeName: (id) =>
        known.stores.find((each) => each.id === id || each.externalId === id)?.name ?? null,
      onNoted: () => void tell('guests.noted', null),
      forgetReservations: use(reservations).forgetAll,
      onPurged: () => void tell('guests.forgotten', null),
    })
  },
})
