import { app, ipcMain } from 'electron'
import { streamBeatMs } from '#contract/shared/stream-beat.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { AppWindow } from './app-window.ts'
import { SystemAutostart } from './autostart.ts'
import { channels, screenId } from './channels.ts'
import { answerRequest, requestChannels, type RequestDeps } from './handlers.ts'

interface LinkDeps extends Omit<RequestDeps, 'autostart'> {
  kitchen: Kitchen
  window: AppWindow
}

/**
 * Opens the only link between page and host: requests in one direction, events in the other. Call
 * it once, after the last electron-store was created.
 */
export function openLink(link: LinkDeps): void {
  // electron-store answers here any renderer that asks where files are. Ours never asks.
  ipcMain.removeAllListeners('electron-store-get-data')

  const { kitchen, window, log } = link
  const deps = { ...link, autostart: new SystemAutostart(app, process.platform, log) }
  for (const channel of requestChannels) {
    ipcMain.handle(channel, (event, message: unknown) =>
      answerRequest(channel, event, message, deps),
    )
  }
  setInterval(() => window.send(channels.beat), streamBeatMs)
  kitchen.onEvent(
    (event, mayReceive) => {
      if (mayReceive(screenId)) window.send(channels.event, event)
    },
    () => (window.isOpen ? [screenId] : []),
  )
}
