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

interface Guests {
  /** The allergies of the guest with one of these contacts; null if none are stored. */
  allergiesOf(contacts: Contacts): string | null
  readonly exportFile: GuestExporting['file']
  /** When a person last deleted all guests, ISO. Screens must then delete older data as well. */
  readonly forgottenAt: string | null
}

/** The clients of the points program at the platform, and what Kitchen Pass stores about them. */
export const guests = defineNoun(guestsContract, {
  needs: [drafts, jobs, reservations, store],
  tables: [noteRows, exportRows],
  create(context) {
    const { db, log, agreed, settings, announce } = context
    const stored = createGuestStore(context)
    const exporting = createGuestExporting(context)
    const lists = createWholeLists(context)

    /** Deletes data that is older than the settings allow. */
    function forgetOld(): void {
      const before = new Date(agreed.toDelete() - guestDataMs(settings())).toISOString()
      if (stored.isOlder(before)) {
        withoutTrace(db, () => db.transact(() => stored.forget(before)))
        void announce('guests.noted', null)
      }
      if (exporting.restsSince !== null && exporting.restsSince < before)
        exporting.forget().catch((cause: unknown) => {
          logThrown(log, 'export', cause)
        })
    }

    const api: Guests = {
      allergiesOf: stored.allergiesOf,
      exportFile: exporting.file,
      get forgottenAt() {
        return stored.forgottenAt
      },
    }

    return {
      handlers: {
        ...createGuestQueries(context, stored, lists),
        ...createGuestCommands(context, stored, lists, exporting),
      },
      api,
      catchUp() {
        lists.forget('old')
        forgetOld()
      },
      rolledBack: stored.reload,
      start: exporting.start,
    }
  },
})
