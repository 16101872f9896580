/** The desktop app. It has a kitchen of its own, or is a screen of one on another computer. */
import { join, resolve } from 'node:path'
import { app } from 'electron'
import { trustSystemCertificates } from '#host/start/system-certificates.ts'
import { limitYoungMemory } from '#host/start/young-memory.ts'
import { AppExit, exitWithError } from './app-exit.ts'
import { DesktopApp, readStartPlan } from './desktop-app.ts'
import { DesktopLog } from './log.ts'
import { readOutside } from './outside.ts'
import { declareScheme } from './scheme.ts'
import { readJoinedHost, resolverRule, type JoinedHost } from './screen-mode/joined-host.ts'
import { setupFileIn, SetupFiles } from './setup-files.ts'

const outside = readOutside(app, process.env)
const userData = app.getPath('userData')
const logFolder = join(userData, 'logs')
const logFile = join(logFolder, 'main.log')
const log = new DesktopLog(logFolder)
const exit = new AppExit(log, logFile)
const setupFiles = new SetupFiles(log)
const deps = { userData, logFile, log, exit, setupFiles }

exit.restartAfterErrors()

/** The kitchen on another computer whose screen this app is; null if it has a kitchen of its own. */
const joinedHost = readJoinedHost(userData, log)
const joinedRule = joinedHost === null ? null : resolverRule(joinedHost)
// Chromium reads it before the app is ready.
if (joinedRule !== null) app.commandLine.appendSwitch('host-resolver-rules', joinedRule)
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

async function start(): Promise<void> {
  limitYoungMemory()
  trustSystemCertificates(log)
  log.info('start', { version: app.getVersion(), packaged: app.isPackaged })
  if (joinedHost === null) await startKitchen()
  else await startScreen(joinedHost)
}

async function startScreen(host: JoinedHost): Promise<void> {
  const { ScreenMode } = await import('./screen-mode/screen-mode.ts')
  const screen = new ScreenMode(host, deps)
  screen.start()
  listen(screen)
}

async function startKitchen(): Promise<void> {
  const plan = await readStartPlan(outside.env)
  if (plan.ok) listen(await DesktopApp.start(plan.value, deps))
  else exitWithError(plan.error.detail ?? plan.error.code, 2)
}

/** A second start, which may come with a file, a click in the dock, and quitting. */
function listen(shown: Pick<DesktopApp, 'show'>): void {
  app.on('second-instance', (_event, argv, folder) => {
    const path = setupFileIn(argv)
    setupFiles.open(path === null ? null : resolve(folder, path))
    shown.show()
  })
  app.on('activate', () => shown.show())
  app.on('window-all-closed', () => {
    app.quit()
  })
  exit.closeBeforeQuit()
}
