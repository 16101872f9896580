import { extname } from 'node:path'
import { app, dialog, ipcMain, type BrowserWindow } from 'electron'
import { streamBeatMs } from '#contract/shared/stream-beat.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Log } from '#host/core/log.ts'
import { createAutostart } from './autostart.ts'
import { channels, screenId } from './channels.ts'
import { createHandlers, type RequestChannel } from './handlers.ts'
import type { Joining } from './screen-mode/joining.ts'
import type { PreferencesStore } from './stores.ts'

/** What the dialog calls each kind of file, by the end of its name. */
const fileKinds: Readonly<Record<string, string>> = {
  csv: 'CSV',
  pdf: 'PDF',
  kpbackup: 'Kitchen Pass',
}

function filterFor(name: string): { name: string; extensions: string[] } {
  const extension = extname(name).slice(1)
  return { name: fileKinds[extension] ?? extension, extensions: [extension] }
}

interface Ends {
  kitchen: Kitchen
  preferences: PreferencesStore
  joining: Joining
  log: Log
  origin: string
  /** The current window; null if there is none. */
  window: () => BrowserWindow | null
}

/**
 * Opens the only link between page and host: requests in one direction, events in the other. Call
 * it once, after the last electron-store was created.
 */
export function openLink({ kitchen, preferences, joining, log, origin, window }: Ends): void {
  // electron-store answers here any renderer that asks where files are. Ours never asks.
  ipcMain.removeAllListeners('electron-store-get-data')

  const handlers = createHandlers({
    kitchen,
    preferences,
    joining,
    autostart: createAutostart(app, process.platform, log),
    async askForFile(name) {
      const parent = window()
      if (parent === null) return null
      const { canceled, filePath } = await dialog.showSaveDialog(parent, {
        defaultPath: name,
        filters: [filterFor(name)],
      })
      return canceled || filePath === '' ? null : filePath
    },
    printPdf: () => {
      const contents = window()?.webContents
      if (contents === undefined) throw new Error('no window')
      // The page's style sets the paper size.
      return contents.printToPDF({ preferCSSPageSize: true, printBackground: true })
    },
    log,
    page: () => {
      const contentsId = window()?.webContents.id
      return contentsId === undefined ? null : { contentsId, origin }
    },
  })
  for (const channel of Object.keys(handlers) as RequestChannel[]) {
    ipcMain.handle(channel, (event, message: unknown) => handlers[channel](event, message))
  }
  setInterval(() => {
    window()?.webContents.send(channels.beat)
  }, streamBeatMs)
  kitchen.onEvent(
    (event, mayReceive) => {
      if (mayReceive(screenId)) window()?.webContents.send(channels.event, event)
    },
    () => (window() === null ? [] : [screenId]),
  )
}
