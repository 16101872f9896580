/** The program behind `kitchen-pass serve`; its only arguments are flags. */
import { join } from 'node:path'
import { leaseFolder } from '#host/db/folder-lease.ts'
import { Kitchen } from '#host/kitchen.ts'
import { openOrObstacle, type Obstacle } from '#host/start/obstacle.ts'
import { syncServiceAt } from '#host/data-folder/sync-service.ts'
import { FeedUpdater } from '#host/updates/feed.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { trustSystemCertificates } from '#host/start/system-certificates.ts'
import type { Vault } from '#host/core/vault.ts'
import { limitYoungMemory } from '#host/start/young-memory.ts'
import { openBrowser, writeInvitation } from './browser.ts'
import { readPlan, type ServePlan } from './flags.ts'
import { ignoreStreamErrors, print, say, webLog } from '#host/log/terminal.ts'
import { NetworkHost } from '#network/network.ts'
import { serveScreens } from '#web/server.ts'
import { Standby } from '#web/standby.ts'
import { printStore } from './print-answers.ts'
import { openVault } from './vault/open-vault.ts'

/** The built page, next to the bundle of this file (out/main/web.js, out/renderer). */
const builtPage = join(import.meta.dirname, '../renderer')

/** How long closing may take. What isn't closed by then is recovered as after a crash. */
const patienceMs = 8_000

/** The exit code after an uncaught error: the supervisor restarts this process. */
const errorCode = 70

/** What to close before the end. */
const closing: (() => Promise<unknown>)[] = []

/**
 * Ends this process cleanly at a signal, when its supervisor is gone, and after an uncaught error.
 */
function endCalmly(): void {
  let isEnding = false

  function end(code: number): void {
    // A terminal's Ctrl+C comes twice if a supervisor passes it on.
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(code === 0 ? 1 : code), patienceMs).unref()
    void Promise.allSettled(closing.map((close) => close())).then((outcomes) => {
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          webLog.error('did not close cleanly', { cause: String(outcome.reason) })
      process.exit(code)
    })
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      end(0)
    })
  process.on('disconnect', () => {
    end(0)
  })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (cause: unknown) => {
      webLog.error('bug', {
        in: event,
        cause: cause instanceof Error ? cause.stack : String(cause),
      })
      end(errorCode)
    })
}

/** A plan with the place of its secrets, and what serves screens on the network. */
type OpenPlan = ServePlan & { vault: Vault; networkHost: NetworkHost }

const openKitchen = (plan: OpenPlan): Promise<Kitchen> =>
  Kitchen.open({
    dataDir: plan.dataDir,
    vault: plan.vault,
    log: webLog,
    // Connected stores don't need it, and it is half of the code. Its store has a shift whose total
    // differs from its payments, to practise the close-out.
    startPractice: async () =>
      (await import('#practice/platform.ts')).startPractice({ misstated: -12_990 }),
    provision: plan.provision,
    resetPin: plan.resetPin,
    networkScreens: plan.networkHost,
    ...(plan.updateUrl === null ? {} : { updater: new FeedUpdater(plan.updateUrl) }),
  })

/** Serves the screens of an open kitchen, and prints their address. */
async function serve(kitchen: Kitchen, plan: OpenPlan, port: number): Promise<void> {
  // Keep the folder until this process ends: the door deletes its key after the kitchen has
  // released the folder.
  leaseFolder(plan.dataDir)
  const service = syncServiceAt(plan.dataDir)
  if (service !== null)
    say(
      `The data folder is in ${service}, which copies files while they are written and can damage them: close Kitchen Pass, move the folder elsewhere, and give its new place with --data.\n`,
    )
  printStore(
    kitchen,
    (sentence) => {
      say(`${sentence}\n`)
    },
    { hasRelayFile: plan.provision.secrets['relay-file'] !== undefined },
  )
  closing.push(() => kitchen.close())
  const server = await serveScreens(kitchen, {
    port,
    pageDir: builtPage,
    dataDir: plan.dataDir,
  })
  closing.push(() => server.close())
  closing.push(() => plan.networkHost.close())
  void plan.networkHost.serve(kitchen, builtPage)
  if (plan.open) {
    print(`Kitchen Pass is at ${server.invitation}\n`)
    const page = writeInvitation(server.invitation)
    // Without one the browser asks for the key printed above.
    openBrowser(page ?? server.url)
  } else {
    print(
      `${JSON.stringify({ ui: server.invitation, keyFile: server.keyFile, webhook: kitchen.webhookUrl })}\n`,
    )
  }
}

/** Shows the reason at the screens' address until it is gone, and then the screens. */
class WaitingStart {
  readonly #plan: OpenPlan
  #standby: Standby | null = null
  #trying: Promise<Obstacle | null> | null = null
  #shown: Obstacle | null = null

  constructor(plan: OpenPlan) {
    this.#plan = plan
  }

  async begin(first: Obstacle): Promise<void> {
    const { uiPort: port, dataDir, open } = this.#plan
    this.#report(first)
    this.#standby = await Standby.start({ port, dataDir, again: () => this.#again() })
    say(`It tries again by itself, and says so at ${this.#standby.url}\n`)
    if (open) openBrowser(this.#standby.url)
  }

  /** Many may ask at once, and it is tried once. */
  #again(): Promise<Obstacle | null> {
    this.#trying ??= this.#attempt()
      .then((obstacle) => {
        // Once it is open, it stays open.
        if (obstacle !== null) this.#trying = null
        return obstacle
      })
      .catch(exitWithError)
    return this.#trying
  }

  async #attempt(): Promise<Obstacle | null> {
    const { kitchen, obstacle } = await openOrObstacle(() => openKitchen(this.#plan))
    if (kitchen === null) {
      this.#report(obstacle)
      return obstacle
    }
    const port = this.#standby?.port ?? this.#plan.uiPort
    await this.#standby?.leave()
    await serve(kitchen, this.#plan, port)
    return null
  }

  #report(obstacle: Obstacle): void {
    if (this.#shown === obstacle) return
    this.#shown = obstacle
    say(`Kitchen Pass cannot start: ${troubleLine(obstacle, this.#plan.dataDir)}\n`)
  }
}

function exitWithError(cause: unknown): never {
  const text = cause instanceof Error ? cause.message : String(cause)
  say(`Kitchen Pass cannot start: ${text}\n`)
  process.exit(1)
}

async function run(servePlan: ServePlan): Promise<void> {
  const { dataDir, network } = servePlan
  const networkHost = new NetworkHost({ ...network, dataDir, log: webLog })
  const plan = { ...servePlan, ...(await openVault(servePlan)), networkHost }
  const { kitchen, obstacle } = await openOrObstacle(() => openKitchen(plan))
  if (kitchen === null) await new WaitingStart(plan).begin(obstacle)
  else await serve(kitchen, plan, plan.uiPort)
}

ignoreStreamErrors()
const plan = readPlan(process.argv.slice(2), process.env)
if (!plan.ok) {
  say(`${plan.error.detail ?? plan.error.code}\n`)
  process.exit(2)
} else {
  limitYoungMemory()
  trustSystemCertificates(webLog)
  endCalmly()
  run(plan.value).catch(exitWithError)
}
