import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, powerMonitor, screen, shell } from 'electron'
import type { Preferences } from '#contract/settings/settings.ts'
import type { Log } from '#host/core/log.ts'
import { colours } from '#host/page/colours.ts'
import { isExternalPage } from './page-guard.ts'
import { minimumSize, placeWindow } from './placement.ts'
import type { createWindowStore } from './stores.ts'

interface WindowParts {
  url: string
  theme: Preferences['theme']
  store: ReturnType<typeof createWindowStore>
  log: Log
  /** The script that links the page to this app; null for a page that must not have it. */
  preload: string | null
  /** The session whose storage the page has; the app's own by default. */
  partition?: string
  /** It fills the screen at each start, and its place isn't kept. */
  isFilling?: boolean
  /** Whether the page may go to another address by itself; a reload is always allowed. */
  mayNavigate?: (to: string) => boolean
}

/** The link between our own page and this app. */
export const ownPreload = (): string => join(app.getAppPath(), 'out/preload/preload.cjs')

/**
 * The app's only window: a sandboxed page that can't navigate. It is shown with its first frame.
 */
export function openWindow({
  url,
  theme,
  store,
  log,
  preload,
  partition,
  isFilling = false,
  mayNavigate = () => false,
}: WindowParts): BrowserWindow {
  const state = store.read()
  const dark = theme === 'dark' || (theme === 'system' && nativeTheme.shouldUseDarkColors)
  const window = new BrowserWindow({
    ...placeWindow(
      state.bounds,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    fullscreen: isFilling || state.fullScreen,
    autoHideMenuBar: true,
    backgroundColor: colours.ground[dark ? 1 : 0],
    webPreferences: {
      ...(preload === null ? {} : { preload }),
      ...(partition === undefined ? {} : { partition }),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
      // Allow sound without a tap since the start.
      autoplayPolicy: 'no-user-gesture-required',
      // Keep timers running when another window covers it.
      backgroundThrottling: false,
    },
  })

  window.once('ready-to-show', () => {
    if (state.maximized && !isFilling && !window.isKiosk()) window.maximize()
    window.show()
    log.info('page shown')
  })
  window.on('close', () => {
    // In kiosk mode it has no place of its own.
    if (!isFilling && !window.isKiosk()) store.save(window)
  })
  repaintAfterSleep(window)
  lockIn(window, log, mayNavigate)
  window.loadURL(url).catch((cause: unknown) => {
    log.error('page did not load', { cause: String(cause) })
  })
  return window
}

/** After a sleep the graphics card may have lost the picture, and the window would stay black. */
function repaintAfterSleep(window: BrowserWindow): void {
  const repaint = (): void => {
    window.webContents.invalidate()
  }
  const stop = (): void => {
    powerMonitor.off('resume', repaint)
    powerMonitor.off('unlock-screen', repaint)
  }
  powerMonitor.on('resume', repaint)
  powerMonitor.on('unlock-screen', repaint)
  window.once('closed', stop)
}

/**
 * The page can't leave: no navigation in any frame except a reload and where the top frame may go,
 * no new windows, no webviews.
 */
function lockIn(
  { webContents }: BrowserWindow,
  log: Log,
  mayNavigate: (to: string) => boolean,
): void {
  const deny = (what: string) => (event: { preventDefault(): void }) => {
    event.preventDefault()
    log.warn('refused', { what })
  }
  const document = (url: string) => url.replace(/#.*$/s, '')
  const denyUnlessReload =
    (what: string) => (event: { preventDefault(): void; url: string; isMainFrame: boolean }) => {
      const isReload = document(event.url) === document(webContents.getURL())
      if (event.isMainFrame && (isReload || mayNavigate(event.url))) return
      deny(what)(event)
    }
  webContents.on('will-navigate', denyUnlessReload('navigation'))
  webContents.on('will-frame-navigate', denyUnlessReload('navigation of a frame'))
  webContents.on('will-redirect', deny('redirect'))
  webContents.on('will-attach-webview', deny('webview'))
  webContents.setWindowOpenHandler((details) => {
    if (isExternalPage(details.url)) void shell.openExternal(details.url)
    else log.warn('refused', { what: 'window' })
    return { action: 'deny' }
  })
}
