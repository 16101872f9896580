import { KnownEvents, strictEmitter } from './unwritten.ts'

type Handle = (event: object, ...values: unknown[]) => unknown

/**
 * `ipcMain` for invoke/handle. Our bridge has no messages without an answer; only electron-store's
 * listener is allowed.
 */
class IpcMain extends KnownEvents {
  readonly #handlers = new Map<string, Handle>()

  constructor() {
    super('ipcMain', ['electron-store-get-data'])
  }

  handle(channel: string, handle: Handle): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    this.#handlers.set(channel, handle)
  }

  async answer(channel: string, event: object, values: unknown[]): Promise<unknown> {
    const handle = this.#handlers.get(channel)
    const prefix = `Error invoking remote method '${channel}': `
    if (handle === undefined)
      throw new Error(`${prefix}Error: No handler registered for '${channel}'`)
    try {
      return await handle(event, ...values)
    } catch (cause) {
      throw new Error(prefix + String(cause), { cause })
    }
  }
}
strictEmitter('ipcMain', IpcMain)

export const ipcMain = new IpcMain()
