import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '#contract/bridge.ts'
import type { HostEvent } from '#contract/operations.ts'
import type { Result } from '#contract/result.ts'
import { channels } from './channels.ts'

/** The main process answers a Result on every channel; an error here means that it refused this very page. */
async function ask<T>(channel: string, message?: unknown): Promise<T> {
  const answer = (await ipcRenderer.invoke(channel, message)) as Result<T>
  if (answer.ok) return answer.value
  throw new Error(answer.error.words ?? answer.error.code)
}

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, { name, input }),
  onEvent(listen) {
    const pass = (_: unknown, event: HostEvent) => {
      listen(event)
    }
    ipcRenderer.on(channels.event, pass)
    return () => {
      ipcRenderer.off(channels.event, pass)
    }
  },
  // The host lives in the same app: while there is a page, there is a link.
  onLink(listen) {
    listen('up')
    return () => {}
  },
  readPreferences: () => ask(channels.readPreferences),
  writePreferences: (preferences) => ask(channels.writePreferences, preferences),
}

// Electron freezes what it exposes.
contextBridge.exposeInMainWorld('kitchenBridge', bridge)
