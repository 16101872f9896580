import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '#contract/bridge.ts'
import type { FirstView } from '#contract/first-view.ts'
import type { HostEvent } from '#contract/index.ts'
import type { Result } from '#contract/shared/result.ts'
import { channels } from './channels.ts'
import { MainPulse } from './main-pulse.ts'

/**
 * The main process answers every channel with a Result. An error here means that it rejected this
 * page.
 */
async function ask<T>(channel: string, message?: unknown): Promise<T> {
  const answer = (await ipcRenderer.invoke(channel, message)) as Result<T>
  if (answer.ok) return answer.value
  throw new Error(answer.error.detail ?? answer.error.code)
}

const nothing = Promise.resolve(null)
let first: Promise<FirstView | null> = ask<FirstView>(channels.first).catch(() => null)

const listeners = new Set<(event: HostEvent) => void>()
/** Events before the page has its first view; null afterwards. */
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

const pulse = new MainPulse()
ipcRenderer.on(channels.beat, () => {
  pulse.beat()
})

const bridge: Bridge = {
  async first() {
    const asked = first
    first = nothing
    return asked
  },
  call: (name, input) => ipcRenderer.invoke(channels.call, { name, input }),
  onEvent(listen) {
    listeners.add(listen)
    // One turn later, the page has its first view.
    void first.then(() => setTimeout(catchUp))
    return () => {
      listeners.delete(listen)
    }
  },
  onLink: (listen) => pulse.onLink(listen),
  chooseFile: (name) => ask(channels.chooseFile, name),
  savePdf: (name) => ipcRenderer.invoke(channels.savePdf, name),
  saveExport: () => Promise.resolve(false),
  readPreferences: () => ask(channels.readPreferences),
  writePreferences: (preferences) => ipcRenderer.invoke(channels.writePreferences, preferences),
  computer: {
    readAutostart: () => ipcRenderer.invoke(channels.readAutostart),
    setAutostart: (isOn) => ipcRenderer.invoke(channels.setAutostart, isOn),
    findHosts: () => ipcRenderer.invoke(channels.findHosts),
    identifyHost: (address) => ipcRenderer.invoke(channels.identifyHost, address),
    joinHost: (host) => ipcRenderer.invoke(channels.joinHost, host),
  },
}

// Electron freezes what it exposes.
contextBridge.exposeInMainWorld('kitchenBridge', bridge)
