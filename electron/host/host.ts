import { parse } from 'node:path'
import { backupFileEnd } from '#contract/backup-files/backup-file-limits.ts'
import type { Caller } from '#contract/shared/caller.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Picture } from '#platform/picture.ts'
import type { Handlers } from './dispatch.ts'
import { backupFiles } from './backup-files/backup-files.ts'
import { backups } from './backups/backups.ts'
import { Nouns } from './start/build-nouns.ts'
import { store } from './connection/connection.ts'
import { inboxMessages } from './inbox-messages/inbox-messages.ts'
import { guests } from './guests/guests.ts'
import { menu } from './menu/menu.ts'
import type { ExportedFile, HostDeps } from './noun.ts'
import { nouns } from './nouns.ts'
import type { OutboxWorker } from './outbox/worker.ts'
import { screens } from './screens/screens.ts'
import { Services } from './start/services.ts'

/**
 * The operations of the store itself. The rest of `connection` is answered by the process that opens
 * stores.
 */
type StoreHandlers = Omit<Handlers, `connection.${string}` | `profiles.${string}`> &
  Pick<Handlers, 'connection.resume'>

/** Everything of one store: its database, inbox, outbox and nouns. */
export class Host {
  readonly handlers: StoreHandlers
  readonly #deps: HostDeps
  readonly #nouns: Nouns
  readonly #services: Services
  readonly #worker: OutboxWorker
  #isClosed = false

  /** Builds and starts a host: reads what a crash left unread, opens the feeds, sends what waits. */
  static async open(deps: HostDeps): Promise<Host> {
    const host = new Host(deps)
    await host.#start()
    return host
  }

  private constructor(deps: HostDeps) {
    this.#deps = deps
    this.#nouns = new Nouns(nouns)
    this.#services = new Services(deps, this.#nouns, () => this.#worker)
    this.#nouns.build(this.#services.context)
    this.#worker = this.#services.createWorker()
    this.handlers = this.#nouns.handlers
  }

  /** The address for the platform's events; null if the listener couldn't open. */
  get webhookUrl(): string | null {
    return this.#nouns.api(inboxMessages).status().webhook.address
  }

  /** Accepts these bearers of events from now on, one per line. */
  replaceWebhookTokens(secret: string): void {
    this.#deps.webhookTokens.replace(secret)
    this.#services.context.statusChanged()
  }

  /** Fetches events by the relay of this file from now on; null for none. */
  useRelay(file: RelayFile | null): Promise<void> {
    return this.#nouns.api(inboxMessages).useRelay(file)
  }

  /** Whether a store of a chain is this one; null while the platform has not said which store this is. */
  owns(other: StoreInChain): boolean | null {
    const own = this.#nouns.api(store)
    return own.store === null && !own.owns(other) ? null : own.owns(other)
  }

  /** The caller for a message from this screen. */
  callerOf(screenId: string): Caller {
    return this.#nouns.api(screens).callerOf(screenId)
  }

  /** A picture of the menu by its name; null if there is none. */
  picture(name: string): Promise<Picture | null> {
    return this.#nouns.api(menu).picture(name)
  }

  settings(): Settings {
    return this.#services.context.settings()
  }

  /** The file of an export that a browser may download, by its name; null when there is none. */
  exportFile(name: string): ExportedFile | null {
    const { name: id, ext } = parse(name)
    return ext === backupFileEnd
      ? this.#nouns.api(backupFiles).exportFile(id)
      : this.#nouns.api(guests).exportFile(id)
  }

  /** Stops feeds and the outbox, and closes the database. Waiting entries stay in it. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#services.heartbeat.stop()
    this.#services.notifier.stop()
    for (const noun of this.#nouns.parts)
      try {
        await noun.close?.()
      } catch (cause) {
        this.#deps.log.error('not closed', { cause: String(cause) })
      }
    this.#services.stop()
    await this.#worker.stop()
    await this.#nouns.api(backups).backUp()
    this.#services.context.archive.close()
    this.#deps.db.close()
  }

  async #start(): Promise<void> {
    try {
      this.#services.settleLoss()
      for (const noun of this.#nouns.parts) await noun.start?.()
    } catch (cause) {
      // After a failed start the file is closed, so that the next try finds it free.
      await this.close()
      throw cause
    }
    this.#services.checkWaiting()
    this.#worker.wake()
    this.#services.heartbeat.start()
  }
}
