import { guestsContract } from '#contract/guests/guests.ts'
import type { Contacts } from '#domain/guests/guest.ts'
import { store } from '../connection/connection.ts'
import { withoutTrace } from '../db/open.ts'
import { drafts } from '../drafts/drafts.ts'
import { jobs } from '../jobs/jobs.ts'
import { logThrown } from '../log.ts'
import { defineNoun } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import { createGuestCommands } from './commands.ts'
import { type GuestExporting, createGuestExporting, exportRows } from './export.ts'
import { createGuestQueries, guestDataMs } from './queries.ts'
import { createGuestStore, noteRows } from './store.ts'
import { createWholeLists } from './whole-lists.ts'

/** What other nouns ask of guests. */
interface Guests {
  /** What was noted of whoever has one of these contacts; null where nothing was. */
  allergiesOf(contacts: Contacts): string | null
  /** The file of an export that a browser may fetch. */
  readonly exportFile: GuestExporting['file']
  /** When a person had all of them forgotten last, ISO: what screens keep from before must go as well. */
  readonly forgottenAt: string | null
}

/** The noun of guests: the clients of the points program as the platform tells them, and what is noted of them here. */
export const guests = defineNoun(guestsContract, {
  needs: [drafts, jobs, reservations, store],
  tables: [noteRows, exportRows],
  create(context) {
    const { db, log, agreed, settings, announce: tell } = context
    const kept = createGuestStore(context)
    const exporting = createGuestExporting(context)
    const lists = createWholeLists(context)

    /** Forgets what has been kept as long as the settings allow. */
    function forgetOld(): void {
      const before = new Date(agreed.toDelete() - guestDataMs(settings())).toISOString()
      if (kept.isOlder(before)) {
        withoutTrace(db, () => db.transact(() => kept.forget(before)))
        void tell('guests.noted', null)
      }
      if (exporting.restsSince !== null && exporting.restsSince < before)
        exporting.forget().catch((cause: unknown) => {
          logThrown(log, 'export', cause)
        })
    }

    const api: Guests = {
      allergiesOf: kept.allergiesOf,
      exportFile: exporting.file,
      get forgottenAt() {
        return kept.forgottenAt
      },
    }

    return {
      handlers: {
        ...createGuestQueries(context, kept, lists),
        ...createGuestCommands(context, kept, lists, exporting),
      },
      api,
      catchUp() {
        lists.forget('old')
        forgetOld()
      },
      rolledBack: kept.reload,
      start: exporting.start,
    }
  },
})
