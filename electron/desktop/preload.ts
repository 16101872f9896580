import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '#contract/bridge.ts'
import type { FirstView } from '#contract/first-view.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Result } from '#contract/result.ts'
import { channels } from './channels.ts'

/** The main process answers a Result on every channel; an error here means that it refused this very page. */
async function ask<T>(channel: string, message?: unknown): Promise<T> {
  const answer = (await ipcRenderer.invoke(channel, message)) as Result<T>
  if (answer.ok) return answer.value
  throw new Error(answer.error.detail ?? answer.error.code)
}

const nothing = Promise.resolve(null)
let first: Promise<FirstView | null> = ask<FirstView>(channels.first).catch(() => null)

const listeners = new Set<(event: HostEvent) => void>()
/** What is said while the page has no first view yet; null once it has one. */
let early: HostEvent[] | null = []
ipcRenderer.on(channels.event, (_, event: HostEvent) => {
  if (early === null) for (const listen of listeners) listen(event)
  else early.push(event)
})

function catchUp(): void {
  const missed = early ?? []
  early = null
  for (const event of missed) for (const listen of listeners) listen(event)
}

const bridge: Bridge = {
  async first() {
    const asked = first
    first = nothing
    return asked
  },
  call: (name, input) => ipcRenderer.invoke(channels.call, { name, input }),
  onEvent(listen) {
    listeners.add(listen)
    // A turn later, who asked for the first view has taken it.
    void first.then(() => setTimeout(catchUp))
    return () => {
      listeners.delete(listen)
    }
  },
  // The host lives in the same app: while there is a page, there is a link.
  onLink(listen) {
    listen('up')
    return () => {}
  },
  chooseFile: (name) => ask(channels.chooseFile, name),
  savePdf: (name) => ipcRenderer.invoke(channels.savePdf, name),
  saveExport: () => Promise.resolve(false),
  readPreferences: () => ask(channels.readPreferences),
  writePreferences: (preferences) => ask(channels.writePreferences, preferences),
}

// Electron freezes what it exposes.
contextBridge.exposeInMainWorld('kitchenBridge', bridge)
