import { app, runtime } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { ipcMain } from './ipc-main.ts'
import { net } from './net.ts'
import { protocol } from './scheme.ts'
import { session } from './session.ts'
import {
  autoUpdater,
  dialog,
  Menu,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
} from './system.ts'
import { strict, unwritten } from './unwritten.ts'

/** What a test driver asks of the pages. */
const webContents = strict('webContents', {
  fromDevToolsTargetId: (targetId: string) =>
    BrowserWindow.getAllWindows().find((window) => window.webContents.targetId === targetId)
      ?.webContents,
})

/** Only for specs on the stand-in: the app's requests to the system. */
const standin = { calls: runtime.calls }

export const clipboard = unwritten('clipboard')
export const crashReporter = unwritten('crashReporter')
export const desktopCapturer = unwritten('desktopCapturer')
export const globalShortcut = unwritten('globalShortcut')
export const ipcRenderer = unwritten('ipcRenderer')
export const nativeImage = unwritten('nativeImage')
export const Notification = unwritten('Notification')
export const Tray = unwritten('Tray')
export const utilityProcess = unwritten('utilityProcess')
export const WebContentsView = unwritten('WebContentsView')
export {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  standin,
  webContents,
}

/**
 * `import electron from 'electron'`, as electron-store does; a missing part throws by name here
 * too.
 */
const electron = strict('electron', { app, ipcMain, shell })
export default electron
