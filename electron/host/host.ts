import type { Handlers } from './dispatch.ts'
import { createNouns } from './build-nouns.ts'
import { inboxMessages } from './inbox-messages/inbox-messages.ts'
import { fileCare } from './file-care/file-care.ts'
import { guests } from './guests/guests.ts'
import { menu, type Menu } from './menu/menu.ts'
import type { HostDeps } from './noun.ts'
import { nouns } from './nouns.ts'
import type { GuestExporting } from './guests/export.ts'
import { screens, type Screens } from './screens/screens.ts'
import { createServices } from './services.ts'

/** The brain of one store: its database, what arrives, what goes out, and the nouns in between. */
export interface Host {
  /** What the store itself answers; the rest of `connection` is answered by whoever opens it. */
  readonly handlers: Omit<Handlers, `connection.${string}`> & Pick<Handlers, 'connection.resume'>
  readonly webhookUrl: string | null
  /** Who asks, where a message came from this screen. */
  readonly callerOf: Screens['callerOf']
  /** What the menu shows of an item of the 86 board; null where there is nothing. */
  readonly picture: Menu['picture']
  /** The file of an export of guests that a browser may fetch, and how much of it counts; null where there is none. */
  readonly exportFile: GuestExporting['file']
  /** Ends feeds and the sender, and closes the database; what waits to be sent stays there. */
  close(): Promise<void>
}

/** Builds a host and starts it: reads what a crash left unread, opens the feeds, sends what waits. */
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
    await worker.stop()
    await built.api(fileCare).lastCopy()
    deps.db.close()
  }

  try {
    services.settleLoss()
    for (const noun of built.parts) await noun.start?.()
  } catch (cause) {
    // Whoever tries again finds nobody who holds the file, or goes on half begun.
    await close()
    throw cause
  }
  services.checkWaiting()
  worker.wake()
  heartbeat.start()
  built.api(fileCare).sweep()

  return {
    get webhookUrl() {
      return built.api(inboxMessages).status().webhook.address
    },
    callerOf: built.api(screens).callerOf,
    picture: built.api(menu).picture,
    exportFile: built.api(guests).exportFile,
    handlers: built.handlers,
    close,
  }
}
