import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '#contract/bridge.ts'
import type { FirstView } from '#contract/first-view.ts'
import type { HostEvent } from '#contract/operations.ts'
import type { Result } from '#contract/result.ts'
import { channels } from './channels.ts'

/** The main process answers a Result on every channel; an error here means that it refused this very page. */
async function ask<T>(channel: string, message?: unknown): Promise<T> {
  const answer = (await ipcRenderer.invoke(channel, message)) as Result<T>
  if (answer.ok) return answer.value
  throw new Error(answer.error.words ?? answer.error.code)
}

/** What was said before the page listened, for when it has its first view. */
const early: HostEvent[] = []
const keep = (_: unknown, event: HostEvent) => {
  early.push(event)
}
ipcRenderer.on(channels.event, keep)
const nothing = Promise.resolve(null)
let first: Promise<FirstView | null> = ask<FirstView>(channels.first).catch(() => null)

const bridge: Bridge = {
  async first() {
    const asked = first
    first = nothing
    return asked
  },
  call: (name, input) => ipcRenderer.invoke(channels.call, { name, input }),
  onEvent(listen) {
    const pass = (_: unknown, event: HostEvent) => {
      listen(event)
    }
    // A turn later, what waits for the first view has taken it.
    const passing = first.then(() =>
      setTimeout(() => {
        ipcRenderer.off(channels.event, keep)
        for (const event of early.splice(0)) listen(event)
        ipcRenderer.on(channels.event, pass)
      }),
    )
    return () => {
      void passing.then((turn) => {
        clearTimeout(turn)
        ipcRenderer.off(channels.event, pass)
      })
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
