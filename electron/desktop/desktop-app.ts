import { join } from 'node:path'
import { app, autoUpdater, powerMonitor, session } from 'electron'
import { ok, type Result } from '#contract/shared/result.ts'
import {
  openSealedSecrets,
  provisionFromEnvironment,
  readProvision,
  type Provision,
} from '#host/connection/provision.ts'
import type { Vault } from '#host/core/vault.ts'
import { Kitchen } from '#host/kitchen.ts'
import { isAboutData, troublePage, type Trouble, type TroubleAnswer } from '#host/page/trouble.ts'
import type { KitchenDeps } from '#host/start/kitchen-deps.ts'
import { NetworkHost } from '#network/network.ts'
import { readNetworkPlan, type NetworkPlan } from '#network/network-flags.ts'
import type { AppExit } from './app-exit.ts'
import { AppWindow } from './app-window.ts'
import { crashTrouble } from './crashes.ts'
import { openLink } from './ipc.ts'
import { Kiosk } from './kiosk.ts'
import type { DesktopLog } from './log.ts'
import { showMenu } from './menu.ts'
import { messages } from './messages/index.ts'
import { serveScheme } from './scheme.ts'
import { Joining } from './screen-mode/joining.ts'
import type { SetupFiles } from './setup-files.ts'
import { PreferencesStore, SystemVault } from './stores.ts'
import { openUpdater } from './updates/open-updater.ts'
import { WindowContent } from './window-content.ts'
import { permitOnly } from './window.ts'

/** What the environment says about a start. */
interface StartPlan {
  provision: Provision
  network: NetworkPlan
  /** The dev server of `npm run dev`; null for the built page. */
  devUrl: string | null
}

export interface DesktopDeps {
  /** Where the app stores everything. */
  userData: string
  logFile: string
  log: DesktopLog
  exit: AppExit
  setupFiles: SetupFiles
}

/** Fails with `bad-input` if a variable isn't valid. */
export async function readStartPlan(
  env: Record<string, string | undefined>,
): Promise<Result<StartPlan>> {
  const fromEnvironment = readProvision(provisionFromEnvironment(env))
  if (!fromEnvironment.ok) return fromEnvironment
  const provision = await openSealedSecrets(
    fromEnvironment.value,
    env['KITCHEN_PASS_PASSPHRASE'] ?? null,
  )
  const network = readNetworkPlan({}, env)
  if (!network.ok) return network
  const devUrl = env['ELECTRON_RENDERER_URL'] ?? null
  return ok({ provision, network: network.value, devUrl })
}

/** The app with a kitchen of its own: its window shows the page, or why there is none. */
export class DesktopApp {
  readonly #deps: DesktopDeps
  readonly #dataDir: string
  readonly #pageDir = join(app.getAppPath(), 'out/renderer')
  readonly #preferences = new PreferencesStore()
  readonly #networkHost: NetworkHost
  readonly #content: WindowContent
  readonly #window: AppWindow

  private constructor({ provision, network, devUrl }: StartPlan, vault: Vault, deps: DesktopDeps) {
    const { userData, log, exit } = deps
    this.#deps = deps
    const dataDir = join(userData, 'store')
    this.#dataDir = dataDir
    const updater = openUpdater(log, exit)
    this.#networkHost = new NetworkHost({ ...network, dataDir, log })
    const kitchenDeps = {
      ...{ dataDir, vault, log, provision, startPractice, networkScreens: this.#networkHost },
      ...(updater === undefined ? {} : { updater }),
      resetPin: process.argv.includes('--reset-pin'),
    }
    const kiosk = new Kiosk({
      system: { app, autoUpdater, powerMonitor, signals: process },
      isDesired: () => this.#preferences.read().kiosk && !this.#content.needsPerson,
      onChange: (isHeld) => this.#showMenu(isHeld),
      log,
    })
    this.#content = new WindowContent({
      log,
      open: () => Kitchen.open(kitchenDeps),
      onOpened: (kitchen) => this.#serve(kitchen),
      onShown: () => kiosk.apply(),
    })
    const preferences = this.#preferences
    this.#window = new AppWindow({ content: this.#content, kiosk, preferences, devUrl, log })
    preferences.onWritten(() => this.#window.followPreferences())
  }

  /** Opens the kitchen and the window. Needs a ready app. */
  static async start(plan: StartPlan, deps: DesktopDeps): Promise<DesktopApp> {
    Object.values(plan.provision.secrets).forEach((secret) => deps.log.hide(secret))
    permitOnly(session.defaultSession, [])
    const desktop = new DesktopApp(plan, await SystemVault.open(deps.log), deps)
    deps.exit.closeFirst(desktop)
    await desktop.#start()
    return desktop
  }

  /** Shows the window, or opens it again. */
  show(): void {
    this.#window.show()
  }

  /** Ends the screens on the network, and closes the kitchen for good. */
  async close(): Promise<void> {
    await this.#networkHost.close()
    await this.#content.kitchen?.close()
  }

  async #start(): Promise<void> {
    const { log } = this.#deps
    serveScheme({
      ...{ root: this.#pageDir, content: this.#content, log },
      explain: (trouble) => this.#explain(trouble),
    })
    await this.#decideContent()
    this.show()
    app.on('child-process-gone', (_event, { type, reason, name, exitCode }) => {
      log.error('process is gone', { type, reason, name, exitCode })
      // The GPU process restarts automatically, but the page may stay black.
      if (type === 'GPU' && reason !== 'clean-exit') this.#window.reload()
    })
  }

  /** Opens the kitchen, unless a person must confirm first, and shows a message if there is one. */
  async #decideContent(): Promise<void> {
    const crash = crashTrouble(process.argv, Date.now())
    const trouble = crash === 'crash-loop' ? crash : ((await this.#content.instead()) ?? crash)
    if (trouble !== null) this.#content.say(trouble)
  }

  /** Lets the page and the screens on the network ask the kitchen. */
  #serve(kitchen: Kitchen): void {
    const { userData, log, exit, setupFiles } = this.#deps
    openLink({
      kitchen,
      window: this.#window,
      preferences: this.#preferences,
      joining: new Joining({ folder: userData, log, exit }),
      log,
    })
    void setupFiles.opened(kitchen)
    void this.#networkHost.serve(kitchen, this.#pageDir)
  }

  #showMenu(isKiosk: boolean): void {
    const { language } = this.#preferences
    const { joinHost } = messages[language]
    // Makes this app a screen of another Kitchen Pass.
    const hash = '#/setup/this-screen?setting=otherHost'
    const join = { label: `${joinHost}…`, click: () => this.#window.goTo(hash) }
    showMenu(language, { isKiosk, own: this.#content.kitchen === null ? [] : [join] })
  }

  /** The page that shows it in the window. */
  #explain(trouble: Trouble): TroubleAnswer {
    const { theme } = this.#preferences.read()
    const { language } = this.#preferences
    const place = isAboutData(trouble) ? this.#dataDir : this.#deps.logFile
    this.#deps.log.warn('failure shown in the window', { trouble })
    return troublePage({ trouble, language, theme, place })
  }
}

/**
 * Connected stores don't need it, and it is half of the code. Its store has a shift whose total
 * differs from its payments, to practise the close-out.
 */
const startPractice: KitchenDeps['startPractice'] = async () =>
  (await import('#practice/platform.ts')).startPractice({ misstated: -12_990 })
