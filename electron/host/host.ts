import { parse } from 'node:path'
import { backupFileEnd } from '#contract/backup-file-limits.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Handlers } from './dispatch.ts'
import { backupFiles } from './backup-files/backup-files.ts'
import { backups } from './backups/backups.ts'
import { createNouns } from './build-nouns.ts'
import { store } from './connection/connection.ts'
import { inboxMessages } from './inbox-messages/inbox-messages.ts'
import { guests } from './guests/guests.ts'
import { menu, type Menu } from './menu/menu.ts'
import type { ExportedFile, HostDeps } from './noun.ts'
import { nouns } from './nouns.ts'
import { screens, type Screens } from './screens/screens.ts'
import { createServices } from './services.ts'

/** Everything of one store: its database, inbox, outbox and nouns. */
export interface Host {
  /**
   * The operations of the store itself. The rest of `connection` is answered by the process that
   * opens stores.
   */
  readonly handlers: Omit<Handlers, `connection.${string}` | `profiles.${string}`> &
    Pick<Handlers, 'connection.resume'>
  readonly webhookUrl: string | null
  /** Accepts these bearers of events from now on, one per line. */
  replaceWebhookTokens(secret: string): void
  /** Fetches events by the relay of this file from now on; null for none. */
  useRelay(file: RelayFile | null): Promise<void>
  /** Whether a store of a chain is this one; null while the platform has not said which store this is. */
  owns(store: StoreInChain): boolean | null
  /** The caller for a message from this screen. */
  readonly callerOf: Screens['callerOf']
  /** A picture of the menu by its name; null if there is none. */
  readonly picture: Menu['picture']
  settings(): Settings
  /** The file of an export that a browser may download, by its name; null when there is none. */
  exportFile(name: string): ExportedFile | null
  /** Stops feeds and the outbox, and closes the database. Waiting entries stay in it. */
  close(): Promise<void>
}

/** Builds and starts a host: reads what a crash left unread, opens the feeds, sends what waits. */
export async function createHost(deps: HostDeps): Promise<Host> {
  const { log } = deps
  const built = createNouns(nouns)
  const services = createServices(deps, built, () => worker)
  built.build(services.context)
  const worker = services.createWorker()
  const { notifier, heartbeat } = services
  let closed = false

  async function close(): Promise<void> {
    if (closed) return
    closed = true
    heartbeat.stop()
    notifier.stop()
    for (const noun of built.parts)
      try {
        await noun.close?.()
      } catch (cause) {
        log.error('not closed', { cause: String(cause) })
      }
    services.stop()
    await worker.stop()
    await built.api(backups).backUp()
    services.context.archive.close()
    deps.db.close()
  }

  try {
    services.settleLoss()
    for (const noun of built.parts) await noun.start?.()
  } catch (cause) {
    // After a failed start the file is closed, so that the next try finds it free.
    await close()
    throw cause
  }
  services.checkWaiting()
  worker.wake()
  heartbeat.start()

  return {
    get webhookUrl() {
      return built.api(inboxMessages).status().webhook.address
    },
    replaceWebhookTokens(secret) {
      deps.webhookTokens.replace(secret)
      services.context.statusChanged()
    },
    useRelay: (file) => built.api(inboxMessages).useRelay(file),
    owns(other) {
      const own = built.api(store)
      return own.store === null && !own.owns(other) ? null : own.owns(other)
    },
    callerOf: (screenId) => built.api(screens).callerOf(screenId),
    picture: built.api(menu).picture,
    settings: services.context.settings,
    exportFile(name) {
      const { name: id, ext } = parse(name)
      return ext === backupFileEnd
        ? built.api(backupFiles).exportFile(id)
        : built.api(guests).exportFile(id)
    },
    handlers: built.handlers,
    close,
  }
}
