import {
  app,
  BrowserWindow,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
  type Session,
  type WebContents,
  type WebPreferences,
} from 'electron'
import type { Preferences } from '#contract/settings/settings.ts'
import type { Log } from '#host/core/log.ts'
import { colours } from '#host/page/colours.ts'
import { isExternalPage } from './page-guard.ts'
import { minimumSize, placeWindow } from './placement.ts'
import type { WindowStore } from './stores.ts'

interface WindowParts {
  url: string
  theme: Preferences['theme']
  store: WindowStore
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

/**
 * The app's only window: a sandboxed page that can't navigate. It is shown with its first frame.
 */
export function openWindow(parts: WindowParts): BrowserWindow {
  const { url, theme, store, log, isFilling = false, mayNavigate = () => false } = parts
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
    webPreferences: webPreferencesOf(parts),
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

function webPreferencesOf({ preload, partition }: WindowParts): WebPreferences {
  return {
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
  }
}

/** What the pages of a session may use; everything else is refused. */
export function permitOnly(pages: Session, permitted: readonly string[]): void {
  pages.setPermissionCheckHandler((_contents, permission) => permitted.includes(permission))
  pages.setPermissionRequestHandler((_contents, permission, answer) => {
    answer(permitted.includes(permission))
  })
}

/** Shows an open window again, in front of all others. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** After a sleep the graphics card may have lost the picture, and the window would stay black. */
function repaintAfterSleep(window: BrowserWindow): void {
  const repaint = (): void => {
    window.webContents.invalidate()
  }
  powerMonitor.on('resume', repaint)
  powerMonitor.on('unlock-screen', repaint)
  window.once('closed', () => {
    powerMonitor.off('resume', repaint)
    powerMonitor.off('unlock-screen', repaint)
  })
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
  webContents.on('will-navigate', (event) => {
    if (!isAllowed(event, webContents, mayNavigate)) refuse(event, 'navigation', log)
  })
  webContents.on('will-frame-navigate', (event) => {
    if (!isAllowed(event, webContents, mayNavigate)) refuse(event, 'navigation of a frame', log)
  })
  webContents.on('will-redirect', (event) => refuse(event, 'redirect', log))
  webContents.on('will-attach-webview', (event) => refuse(event, 'webview', log))
  webContents.setWindowOpenHandler((details) => {
    if (isExternalPage(details.url)) openOutside(details.url, log)
    else log.warn('refused', { what: 'window' })
    return { action: 'deny' }
  })
}

/** The address may have a guest's name and number, so the log has neither it nor the system's error. */
function openOutside(url: string, log: Log): void {
  shell.openExternal(url).catch(() => log.warn('not opened', { scheme: url.split(':')[0] }))
}

/** Whether the top frame is reloaded, or goes where it may go. */
function isAllowed(
  { url, isMainFrame }: { url: string; isMainFrame: boolean },
  contents: WebContents,
  mayNavigate: (to: string) => boolean,
): boolean {
  return isMainFrame && (documentOf(url) === documentOf(contents.getURL()) || mayNavigate(url))
}

const documentOf = (url: string): string => url.replace(/#.*$/s, '')

function refuse(event: { preventDefault(): void }, what: string, log: Log): void {
  event.preventDefault()
  log.warn('refused', { what })
}
