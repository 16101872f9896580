import { join, resolve } from 'node:path'
import { app, autoUpdater, powerMonitor, session, type BrowserWindow } from 'electron'
import {
  openSealedSecrets,
  provisionFromEnvironment,
  readProvision,
} from '#host/connection/provision.ts'
import { Kitchen } from '#host/kitchen.ts'
import {
  isAboutData,
  languageOf,
  troublePage,
  type Trouble,
  type TroubleAnswer,
} from '#host/page/trouble.ts'
import { trustSystemCertificates } from '#host/start/system-certificates.ts'
import { limitYoungMemory } from '#host/start/young-memory.ts'
import { NetworkHost } from '#network/network.ts'
import { readNetworkPlan } from '#network/network-flags.ts'
import { createAwake } from './awake.ts'
import { appOrigin } from './channels.ts'
import { crashesBefore, crashesLately, maxCrashes } from './crashes.ts'
import { exitWithError, restartAfterErrors } from './app-exit.ts'
import { createWindowContent, type WindowContent } from './window-content.ts'
import { openLink } from './ipc.ts'
import { createKiosk } from './kiosk.ts'
import { createLog } from './log.ts'
import { showMenu } from './menu.ts'
import { messages as desktopMessages } from './messages/index.ts'
import { readOutside } from './outside.ts'
import { guardPage, pageReloads } from './page-guard.ts'
import { declareScheme, serveScheme } from './scheme.ts'
import { readJoinedHost, resolverRule } from './screen-mode/joined-host.ts'
import { createJoining } from './screen-mode/joining.ts'
import { createSetupFiles, setupFileIn } from './setup-files.ts'
import { createPreferencesStore, createVault, createWindowStore } from './stores.ts'
import { openUpdater } from './updates/open-updater.ts'
import { openWindow, ownPreload } from './window.ts'

const outside = readOutside(app, process.env)
const userData = app.getPath('userData')
const logFolder = join(userData, 'logs')
const logFile = join(logFolder, 'main.log')
const { log, hide } = createLog(logFolder)
let front: WindowContent | null = null
const setupFiles = createSetupFiles(log)
let closing: Promise<unknown> | null = null
/** Ends the screens on the network. */
let closeScreens = (): Promise<unknown> => Promise.resolve()
/** Closes the kitchen for good, before this program ends. */
const close = (): Promise<unknown> =>
  (closing ??= closeScreens().then(() => front?.kitchen?.close()))

restartAfterErrors({ log, logFile, close })

/** The kitchen on another computer whose screen this app is; null if it has a kitchen of its own. */
const joinedHost = readJoinedHost(userData, log)
const joinedRule = joinedHost === null ? null : resolverRule(joinedHost)
// Chromium reads it before the app is ready.
if (joinedRule !== null) app.commandLine.appendSwitch('host-resolver-rules', joinedRule)

function relaunch(): void {
  app.relaunch()
  app.exit(0)
}
/** Closes everything and starts the app again. */
const restart = (): void => void close().finally(relaunch)

/** A message from the previous run: it ended with an error, or once too often. */
function crashReported(): Trouble | null {
  const lately = crashesLately(crashesBefore(process.argv), Date.now())
  if (lately.length >= maxCrashes) return 'crash-loop'
  return lately.length > 0 ? 'restarted' : null
}

/** Opens the kitchen, unless a person must confirm first, and shows a message if there is one. */
async function openKitchen(opening: WindowContent): Promise<void> {
  const crash = crashReported()
  if (crash === 'crash-loop') {
    opening.say(crash)
    return
  }
  const trouble = (await opening.instead()) ?? crash
  if (trouble !== null) opening.say(trouble)
}

async function start(): Promise<void> {
  limitYoungMemory()
  trustSystemCertificates(log)
  log.info('start', { version: app.getVersion(), packaged: app.isPackaged })
  if (joinedHost !== null) {
    const { startScreenMode } = await import('./screen-mode/screen-mode.ts')
    const [preferences, windowStore] = [createPreferencesStore(), createWindowStore()]
    listen(
      startScreenMode({
        host: joinedHost,
        folder: userData,
        preferences,
        windowStore,
        log,
        restart,
      }),
    )
    return
  }
  const given = readProvision(provisionFromEnvironment(outside.env))
  if (!given.ok) {
    exitWithError(given.error.detail ?? given.error.code, 2)
    return
  }
  const passphrase = outside.env['KITCHEN_PASS_PASSPHRASE'] ?? null
  const provision = await openSealedSecrets(given.value, passphrase)
  Object.values(provision.secrets).forEach(hide)

  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false)
  })

  const vault = await createVault(log, hide)
  const preferences = createPreferencesStore()
  const windowStore = createWindowStore()
  const updater = openUpdater(log, {
    close,
    restart: relaunch,
  })
  const dataDir = join(userData, 'store')
  const pageDir = join(app.getAppPath(), 'out/renderer')
  const network = readNetworkPlan({}, outside.env)
  if (!network.ok) {
    exitWithError(network.error.detail ?? network.error.code, 2)
    return
  }
  const networkHost = new NetworkHost({ ...network.value, dataDir, log })
  closeScreens = () => networkHost.close()
  /** The dev server of `npm run dev`. */
  const dev = outside.env['ELECTRON_RENDERER_URL'] ?? null
  let window: BrowserWindow | null = null
  let loadAgain = (): void => undefined
  /** Opens the setting that makes this app a screen of another Kitchen Pass. */
  const askForHost = (): void =>
    void window?.loadURL(
      window.webContents.getURL().replace(/#.*|$/s, '#/setup/this-screen?setting=otherHost'),
    )
  const awake = createAwake()
  const kiosk = createKiosk({
    system: { app, autoUpdater, powerMonitor, signals: process },
    isDesired: () => preferences.read().kiosk && !opening.needsPerson,
    onChange(isHeld) {
      const { language } = preferences.read()
      const say = desktopMessages[language ?? languageOf(app.getLocale())]
      const join = { label: `${say.joinHost}…`, click: askForHost }
      showMenu(language, { isKiosk: isHeld, own: opening.kitchen === null ? [] : [join] })
    },
    log,
  })
  /** What the system does for this screen follows its preferences. */
  function followPreferences(): void {
    awake(window !== null && preferences.read().keepAwake)
    kiosk.apply()
  }

  const opening = createWindowContent({
    log,
    open: () =>
      Kitchen.open({
        dataDir,
        vault,
        log,
        // Connected stores don't need it, and it is half of the code. Its store has a shift whose
        // total differs from its payments, to practise the close-out.
        startPractice: async () =>
          (await import('#practice/platform.ts')).startPractice({ misstated: -12_990 }),
        provision,
        ...(updater === undefined ? {} : { updater }),
        networkScreens: networkHost,
        resetPin: process.argv.includes('--reset-pin'),
      }),
    onOpened(kitchen) {
      openLink({
        kitchen,
        preferences: {
          read: preferences.read,
          write(changed) {
            preferences.write(changed)
            followPreferences()
          },
        },
        joining: createJoining({ folder: userData, log, restart }),
        log,
        origin: dev === null ? appOrigin : new URL(dev).origin,
        window: () => window,
      })
      void setupFiles.opened(kitchen)
      void networkHost.serve(kitchen, pageDir)
    },
    onShown: kiosk.apply,
  })
  front = opening

  function explain(trouble: Trouble): TroubleAnswer {
    const { language, theme } = preferences.read()
    const place = isAboutData(trouble) ? dataDir : logFile
    log.warn('failure shown in the window', { trouble })
    return troublePage({ trouble, language: language ?? languageOf(app.getLocale()), theme, place })
  }
  serveScheme(pageDir, { front: opening, explain, log })

  const reloads = pageReloads()
  const open = () => {
    const opened = openWindow({
      url: dev === null || opening.kitchen === null ? `${appOrigin}/index.html` : dev,
      theme: preferences.read().theme,
      store: windowStore,
      log,
      preload: ownPreload(),
    })
    window = opened
    loadAgain = guardPage(opened, { reloads, front: opening, log }).again
    kiosk.guard(opened)
    opened.on('closed', () => {
      window = null
      followPreferences()
    })
    followPreferences()
  }

  await openKitchen(opening)
  open()

  app.on('child-process-gone', (_event, { type, reason, name, exitCode }) => {
    log.error('process is gone', { type, reason, name, exitCode })
    // The GPU process restarts automatically, but the page may stay black.
    if (type === 'GPU' && reason !== 'clean-exit') loadAgain()
  })
  listen(() => {
    if (window === null) return open()
    if (window.isMinimized()) window.restore()
    window.focus()
  })
}

/** A second start, which may come with a file, a click in the dock, and quitting. */
function listen(show: () => void): void {
  app.on('second-instance', (_event, argv, folder) => {
    const path = setupFileIn(argv)
    setupFiles.open(path === null ? null : resolve(folder, path))
    show()
  })
  app.on('activate', show)
  app.on('window-all-closed', () => {
    app.quit()
  })

  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void close()
      .catch((cause: unknown) => {
        log.error('did not close cleanly', { cause: String(cause) })
      })
      .finally(() => {
        state = 'closed'
        app.quit()
      })
  })
}

declareScheme()
app.enableSandbox()
if (outside.refused !== null) {
  log.error('refused', { switch: outside.refused })
  exitWithError(
    `Kitchen Pass does not start with --${outside.refused}, which is for development.`,
    2,
  )
} else if (app.requestSingleInstanceLock()) {
  setupFiles.open(setupFileIn(process.argv))
  // macOS says it before the app is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    setupFiles.open(path)
  })
  app
    .whenReady()
    .then(start)
    .catch((cause: unknown) => {
      log.error('cannot start', { cause: cause instanceof Error ? cause.stack : String(cause) })
      exitWithError(`Kitchen Pass cannot start. The reason is in ${logFile}.`, 1)
    })
} else {
  app.quit()
}
