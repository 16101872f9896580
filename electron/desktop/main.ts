import { join } from 'node:path'
import { app, dialog, powerSaveBlocker, session, type BrowserWindow } from 'electron'
import { givenBy, readProvision } from '#host/connection/provision.ts'
import { createKitchen } from '#host/kitchen.ts'
import { appOrigin } from './channels.ts'
import { openLink } from './ipc.ts'
import { createLog } from './log.ts'
import { showMenu } from './menu.ts'
import { createPreferencesStore } from './preferences.ts'
import { declareScheme, serveScheme } from './scheme.ts'
import { createVault } from './vault.ts'
import { createWindowStore, openWindow } from './window.ts'

const { log, hide } = createLog(join(app.getPath('userData'), 'logs'))

// A queue that goes on is worth more than a clean death: what matters is on disk before anyone is told of it.
process.on('uncaughtException', (cause) => {
  log.error('uncaught', { cause: cause.stack })
})
process.on('unhandledRejection', (cause) => {
  log.error('unhandled', { cause: cause instanceof Error ? cause.stack : String(cause) })
})

/** The dev server of `npm run dev`; a packaged app looks at no variable. */
function devServer(): string | null {
  const url = process.env['ELECTRON_RENDERER_URL']
  return app.isPackaged || url === undefined ? null : url
}

/** Says why the app cannot run, to the person and in the log, and ends it. */
function giveUp(words: string, code: number): void {
  dialog.showErrorBox('Kitchen Pass', words)
  app.exit(code)
}

async function start(): Promise<void> {
  log.info('start', { version: app.getVersion(), packaged: app.isPackaged })
  const provision = readProvision(givenBy(process.env))
  if (!provision.ok) {
    giveUp(provision.error.words ?? provision.error.code, 2)
    return
  }
  Object.values(provision.value.secrets).forEach(hide)

  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false)
  })

  const vault = await createVault(log, hide)
  const preferences = createPreferencesStore()
  const windowStore = createWindowStore()
  const kitchen = await createKitchen({
    dataDir: join(app.getPath('userData'), 'store'),
    vault,
    log,
    // Of no use to a shop that is connected, and half of all that there is to load.
    startPractice: async () => (await import('#practice/platform.ts')).startPractice(),
    provision: provision.value,
    resetPin: process.argv.includes('--reset-pin'),
  })
  serveScheme(join(app.getAppPath(), 'out/renderer'), kitchen, log)

  const dev = devServer()
  let window: BrowserWindow | null = null
  const open = () => {
    const awake = powerSaveBlocker.start('prevent-display-sleep')
    window = openWindow({
      url: dev ?? `${appOrigin}/index.html`,
      theme: preferences.read().theme,
      store: windowStore,
      log,
    })
    window.on('closed', () => {
      window = null
      powerSaveBlocker.stop(awake)
    })
  }

  openLink({
    kitchen,
    preferences: {
      read: preferences.read,
      write(changed) {
        preferences.write(changed)
        showMenu(changed.language)
      },
    },
    log,
    origin: dev === null ? appOrigin : new URL(dev).origin,
    window: () => window,
  })
  showMenu(preferences.read().language)
  open()

  app.on('second-instance', () => {
    if (window === null) return open()
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('activate', () => {
    if (window === null) open()
  })
  app.on('window-all-closed', () => {
    app.quit()
  })

  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void kitchen
      .close()
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
if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(start)
    .catch((cause: unknown) => {
      log.error('cannot start', { cause: cause instanceof Error ? cause.stack : String(cause) })
      giveUp(
        `Kitchen Pass cannot start. The reason is in ${join(app.getPath('userData'), 'logs', 'main.log')}.`,
        1,
      )
    })
} else {
  app.quit()
}
