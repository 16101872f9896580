import { app, dialog, powerSaveBlocker, session, type BrowserWindow, type Session } from 'electron'
import { createHash } from 'node:crypto'
import type { Language } from '#contract/shared/languages.ts'
import { systemClock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { troublePage } from '#host/page/trouble.ts'
import { findHosts } from '#network/find-hosts.ts'
import { appOrigin } from '../channels.ts'
import { showMenu } from '../menu.ts'
import type { DesktopDeps } from '../desktop-app.ts'
import { messages } from '../messages/index.ts'
import { PageGuard, pageReloads } from '../page-guard.ts'
import { toResponse } from '../scheme.ts'
import { PreferencesStore, WindowStore } from '../stores.ts'
import { bringToFront, openWindow, permitOnly } from '../window.ts'
import { originOf, removeJoinedHost, writeJoinedHost, type JoinedHost } from './joined-host.ts'
import { answersAt, isIssuedFor } from './recognise.ts'
import { HostWatch } from './watch-host.ts'

type ScreenModeDeps = Pick<DesktopDeps, 'userData' | 'log' | 'exit'>

const searchMs = 3_000
/** Shown while the host is away. */
const awayUrl = `${appOrigin}/index.html`

/** The verdicts on a certificate that Chromium knows. */
const [trusted, distrusted] = [0, -2]

/** What the host's page may use; everything else is refused. */
const permitted = ['screen-wake-lock', 'fullscreen']

/**
 * Screen mode: the window shows the page of a Kitchen Pass on another computer, as a tablet's
 * browser does, and fills the screen. The page has no way to this app. While the host is away, a
 * page says so and where the app looks for it.
 */
export class ScreenMode {
  readonly #host: JoinedHost
  readonly #deps: ScreenModeDeps
  readonly #preferences = new PreferencesStore()
  readonly #windowStore = new WindowStore()
  readonly #origin: string
  readonly #language: Language
  readonly #partition: string
  readonly #reloads = pageReloads()
  readonly #watch: HostWatch
  #window: BrowserWindow | null = null

  constructor(host: JoinedHost, deps: ScreenModeDeps) {
    const { log } = deps
    this.#host = host
    this.#deps = deps
    this.#origin = originOf(host)
    this.#language = this.#preferences.language
    this.#partition = partitionOf(host)
    this.#watch = new HostWatch({
      ...{ host, clock: systemClock, log, answersAt },
      announced: async () => (await findHosts(searchMs, log)).map(({ host: address }) => address),
      onHere: () => this.#leaveAwayPage(),
      onMoved: (moved) => this.#follow(moved),
    })
  }

  start(): void {
    const { log } = this.#deps
    log.info('screen mode', { addresses: this.#host.addresses.length })
    powerSaveBlocker.start('prevent-display-sleep')
    const own = session.fromPartition(this.#partition)
    permitOnly(own, permitted)
    trustOnly(own, this.#host, log)
    own.protocol.handle('app', () => this.#awayPage())
    this.#showMenu()
    this.#open()
    app.on('will-quit', () => this.#watch.stop())
  }

  /** What a second start of the app shows. */
  show(): void {
    if (this.#window === null) this.#open()
    else bringToFront(this.#window)
  }

  #open(): void {
    const { log } = this.#deps
    const window = openWindow({
      ...{ url: awayUrl, theme: this.#preferences.read().theme, store: this.#windowStore, log },
      ...{ preload: null, partition: this.#partition, isFilling: true },
      // From its door to its screens, and back when the screen is removed.
      mayNavigate: (to) => new URL(to).origin === this.#origin,
    })
    this.#window = window
    new PageGuard(window, { reloads: this.#reloads, content: { say: () => undefined }, log })
    window.on('closed', () => (this.#window = null))
    void this.#watch.look()
  }

  #load(url: string): void {
    this.#window?.loadURL(url).catch((cause: unknown) => {
      this.#deps.log.warn('page did not load', { cause: String(cause) })
      if (url !== awayUrl) this.#load(awayUrl)
    })
  }

  /** A page of the host that is open says by itself when its host is away. */
  #leaveAwayPage(): void {
    const isAwayShown = this.#window?.webContents.getURL().startsWith(appOrigin) === true
    if (isAwayShown) this.#load(`${this.#origin}/`)
  }

  #follow(moved: JoinedHost): void {
    if (writeJoinedHost(this.#deps.userData, moved).ok) this.#deps.exit.restart()
  }

  #awayPage(): Response {
    const place = this.#host.addresses
      .map((address) => `${address}:${String(this.#host.port)}`)
      .join(', ')
    const { theme } = this.#preferences.read()
    return toResponse(troublePage({ trouble: 'host-away', language: this.#language, theme, place }))
  }

  #showMenu(): void {
    const label = `${messages[this.#language].leaveScreenMode}…`
    showMenu(this.#language, {
      isKiosk: false,
      own: [{ label, click: () => void this.#leave() }],
    })
  }

  async #leave(): Promise<void> {
    const { userData, log, exit } = this.#deps
    const say = messages[this.#language]
    const { response } = await dialog.showMessageBox({
      ...{ type: 'question', message: say.leaveScreenMode, detail: say.leaveText },
      ...{ buttons: [say.leave, say.stay], defaultId: 1, cancelId: 1 },
    })
    if (response !== 0) return
    removeJoinedHost(userData)
    log.info('no longer a screen of another Kitchen Pass')
    exit.restart()
  }
}

/** Storage of its own for each host. */
function partitionOf({ authority, name }: JoinedHost): string {
  const id = createHash('sha256')
    .update(authority ?? name)
    .digest('hex')
  return `persist:host-${id.slice(0, 16)}`
}

/** Trusts nothing but the authority that a person compared. */
function trustOnly(own: Session, { authority, name }: JoinedHost, log: Log): void {
  if (authority === null) return
  own.setCertificateVerifyProc(({ hostname, certificate }, answer) => {
    const isHost = hostname === name && isIssuedFor(certificate.data, authority, name, Date.now())
    if (!isHost) log.warn('certificate refused', { hostname })
    answer(isHost ? trusted : distrusted)
  })
}
