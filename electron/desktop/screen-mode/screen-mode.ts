import { app, dialog, session, type BrowserWindow, type Session } from 'electron'
import { createHash } from 'node:crypto'
import { systemClock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { languageOf, troublePage } from '#host/page/trouble.ts'
import { findHosts } from '#network/find-hosts.ts'
import { createAwake } from '../awake.ts'
import { appOrigin } from '../channels.ts'
import { showMenu } from '../menu.ts'
import { messages } from '../messages/index.ts'
import { guardPage, pageReloads } from '../page-guard.ts'
import type { PreferencesStore, createWindowStore } from '../stores.ts'
import { openWindow } from '../window.ts'
import { originOf, removeJoinedHost, writeJoinedHost, type JoinedHost } from './joined-host.ts'
import { answersAt, isIssuedFor } from './recognise.ts'
import { watchHost } from './watch-host.ts'

const searchMs = 3_000

/** The verdicts on a certificate that Chromium knows. */
const [trusted, distrusted] = [0, -2]

/** What the host's page may use; everything else is refused. */
const permitted = ['screen-wake-lock', 'fullscreen']

interface ScreenModeDeps {
  host: JoinedHost
  /** Where the app stores everything. */
  folder: string
  preferences: PreferencesStore
  windowStore: ReturnType<typeof createWindowStore>
  log: Log
  restart(): void
}

/** Storage of its own for each host, which trusts nothing but the authority that a person compared. */
function sessionFor(
  { authority, name }: JoinedHost,
  log: Log,
): { partition: string; own: Session } {
  const id = createHash('sha256')
    .update(authority ?? name)
    .digest('hex')
  const partition = `persist:host-${id.slice(0, 16)}`
  const own = session.fromPartition(partition)
  own.setPermissionCheckHandler((_contents, permission) => permitted.includes(permission))
  own.setPermissionRequestHandler((_contents, permission, answer) => {
    answer(permitted.includes(permission))
  })
  if (authority !== null)
    own.setCertificateVerifyProc(({ hostname, certificate }, answer) => {
      const isHost = hostname === name && isIssuedFor(certificate.data, authority, name, Date.now())
      if (!isHost) log.warn('certificate refused', { hostname })
      answer(isHost ? trusted : distrusted)
    })
  return { partition, own }
}

/**
 * Screen mode: the window shows the page of a Kitchen Pass on another computer, as a tablet's
 * browser does, and fills the screen. The page has no way to this app. While the host is away, a
 * page says so and where the app looks for it. Returns what a second start of the app shows.
 */
export function startScreenMode({
  host,
  folder,
  preferences,
  windowStore,
  log,
  restart,
}: ScreenModeDeps): () => void {
  const origin = originOf(host)
  const awayUrl = `${appOrigin}/index.html`
  const { partition, own } = sessionFor(host, log)
  const reloads = pageReloads()
  const language = preferences.read().language ?? languageOf(app.getLocale())
  let window: BrowserWindow | null = null
  log.info('screen mode', { addresses: host.addresses.length })
  createAwake()(true)

  const isAwayShown = (): boolean => window?.webContents.getURL().startsWith(appOrigin) === true
  function load(url: string): void {
    window?.loadURL(url).catch((cause: unknown) => {
      log.warn('page did not load', { cause: String(cause) })
      if (url !== awayUrl) load(awayUrl)
    })
  }

  const watch = watchHost({
    ...{ host, clock: systemClock, log, answersAt },
    announced: async () => (await findHosts(searchMs, log)).map(({ host: address }) => address),
    // A page that is open says by itself when its host is away.
    onHere() {
      if (isAwayShown()) load(`${origin}/`)
    },
    onMoved(moved) {
      if (writeJoinedHost(folder, moved).ok) restart()
    },
  })

  own.protocol.handle('app', () => {
    const place = host.addresses.map((each) => `${each}:${String(host.port)}`).join(', ')
    const { theme } = preferences.read()
    const { status, headers, html } = troublePage({ trouble: 'host-away', language, theme, place })
    return new Response(html, { status, headers })
  })

  async function leave(): Promise<void> {
    const say = messages[language]
    const { response } = await dialog.showMessageBox({
      ...{ type: 'question', message: say.leaveScreenMode, detail: say.leaveText },
      ...{ buttons: [say.leave, say.stay], defaultId: 1, cancelId: 1 },
    })
    if (response !== 0) return
    removeJoinedHost(folder)
    log.info('no longer a screen of another Kitchen Pass')
    restart()
  }
  showMenu(preferences.read().language, {
    isKiosk: false,
    own: [{ label: `${messages[language].leaveScreenMode}…`, click: () => void leave() }],
  })

  function open(): void {
    window = openWindow({
      ...{ url: awayUrl, theme: preferences.read().theme, store: windowStore, log },
      ...{ preload: null, partition, isFilling: true },
      // From its door to its screens, and back when the screen is removed.
      mayNavigate: (to) => new URL(to).origin === origin,
    })
    guardPage(window, { reloads, front: { say: () => undefined }, log })
    window.on('closed', () => (window = null))
    void watch.look()
  }
  open()
  app.on('will-quit', watch.stop)
  return () => {
    if (window === null) return open()
    if (window.isMinimized()) window.restore()
    window.focus()
  }
}
