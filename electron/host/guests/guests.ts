import { guestsContract } from '#contract/guests/guests.ts'
import type { Contacts } from '#domain/guests/guest.ts'
import { store } from '../connection/connection.ts'
import { withoutTrace } from '../db/open.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import { jobs } from '../jobs/jobs.ts'
import { logThrown } from '../core/log.ts'
import { defineNoun, type Context, type ExportedFile } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import { GuestCommands } from './commands.ts'
import { GuestDirectory } from './directory.ts'
import { GuestExports, exportRows } from './export.ts'
import { GuestListQuery } from './list-query.ts'
import { GuestQueries, guestDataMs } from './queries.ts'
import { GuestStore, noteRows } from './store.ts'
import { GuestVisitQueries } from './visit-queries.ts'
import { WholeLists } from './whole-lists.ts'

/** The clients of the points program at the platform, and what Kitchen Pass stores about them. */
class Guests {
  readonly handlers: HandlersOf<'guests'>
  readonly #context: Context
  readonly #store: GuestStore
  readonly #exports: GuestExports
  readonly #lists: WholeLists

  constructor(context: Context) {
    this.#context = context
    this.#store = new GuestStore(context)
    const directory = new GuestDirectory(context, this.#store)
    this.#exports = new GuestExports(context, directory)
    this.#lists = new WholeLists(context)
    const parts = { store: this.#store, directory, lists: this.#lists, exports: this.#exports }
    this.handlers = handlersOf(
      guestsContract,
      new GuestListQuery(context, this.#lists, directory),
      new GuestQueries(context, this.#store, directory),
      new GuestVisitQueries(context, this.#store, directory),
      new GuestCommands(context, parts),
    )
  }

  // For other nouns

  /** When a person last deleted all guests, ISO. Screens must then delete older data as well. */
  get forgottenAt(): string | null {
    return this.#store.forgottenAt
  }

  /** The allergies of the guest with one of these contacts; null if none are stored. */
  allergiesOf(contacts: Contacts): string | null {
    return this.#store.allergiesOf(contacts)
  }

  exportFile(id: string): ExportedFile | null {
    return this.#exports.file(id)
  }

  // Housekeeping

  start(): void {
    this.#exports.resume()
  }

  catchUp(): void {
    this.#lists.forget('old')
    this.#forgetOld()
  }

  rolledBack(): void {
    this.#store.reload()
  }

  /** Deletes data that is older than the settings allow. */
  #forgetOld(): void {
    const { db, log, agreed, settings, announce, notify } = this.#context
    const before = new Date(agreed.toDelete() - guestDataMs(settings())).toISOString()
    if (this.#store.isOlder(before)) {
      withoutTrace(db, () => db.transact(() => this.#store.forget(before)))
      void announce('guests.noted', null)
      notify({ type: 'guests.changed' })
    }
    const { restsSince } = this.#exports
    if (restsSince !== null && restsSince < before)
      this.#exports.forget().catch((cause: unknown) => {
        logThrown(log, 'export', cause)
      })
  }
}

/** The noun of guests. */
export const guests = defineNoun(guestsContract, {
  needs: [drafts, jobs, reservations, store],
  tables: [noteRows, exportRows],
  create: (context) => new Guests(context),
})
