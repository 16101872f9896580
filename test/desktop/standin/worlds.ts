import type { Wire, createWire } from './wire.ts'

// The parts that run in the page. They are sent as source text, so they use only their arguments.

type Run = (...values: unknown[]) => unknown
interface PageWindow {
  top: unknown
  location: { href: string }
  open: (url?: string) => null
}
interface PageEvent {
  detail: string
  defaultPrevented: boolean
  preventDefault(): void
  composedPath(): { localName?: string; target?: string; href?: string }[]
}
declare const window: PageWindow
declare const document: {
  addEventListener(type: string, listen: (event: PageEvent) => void): void
  dispatchEvent(event: unknown): void
}

/**
 * One end between the two JavaScript worlds of a document: DOM events cross worlds, values don't.
 */
export interface Peer {
  expose(key: string, api: unknown): void
  popup(url: string): void
}

interface Received {
  expose?: (key: string, api: unknown) => void
  popup?: (url: string) => void
}

type Message =
  | { type: 'call'; id: number; values: unknown[] }
  | { type: 'answer'; value?: unknown; promise?: number; error?: string }
  | { type: 'settled'; promise: number; value?: unknown; error?: string }
  | { type: 'expose'; key: string; api: unknown }
  | { type: 'popup'; url: string }

/** Calls are synchronous, as over a contextBridge; a promise is answered with a promise. */
export function createPeer(
  makeWire: typeof createWire,
  secret: string,
  [here, there]: [string, string],
  received: Received,
): Peer {
  const stored: Run[] = []
  const waiting = new Map<number, { resolve: Run; reject: Run }>()
  let promises = 0
  let answer: Extract<Message, { type: 'answer' }> | undefined
  const tell = (message: Message) => {
    document.dispatchEvent(new CustomEvent(secret + there, { detail: JSON.stringify(message) }))
  }
  const text = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
  const wire: Wire = makeWire({
    keep: (run) => stored.push(run) - 1,
    call(id, values) {
      tell({ type: 'call', id, values: values.map(wire.pack) })
      const { value, promise, error } = answer ?? {
        error: 'stand-in: no answer from the other world',
      }
      answer = undefined
      if (error !== undefined) throw new Error(error)
      if (promise === undefined) return wire.unpack(value)
      return new Promise((resolve, reject) => waiting.set(promise, { resolve, reject }))
    },
  })
  const run = (id: number, values: unknown[]): Message => {
    try {
      const value = stored[id]?.(...values.map(wire.unpack))
      if (!(value instanceof Promise)) return { type: 'answer', value: wire.pack(value) }
      promises += 1
      const promise = promises
      value.then(wire.pack).then(
        (packed) => tell({ type: 'settled', promise, value: packed }),
        (cause: unknown) => tell({ type: 'settled', promise, error: text(cause) }),
      )
      return { type: 'answer', promise }
    } catch (cause) {
      return { type: 'answer', error: text(cause) }
    }
  }
  document.addEventListener(secret + here, ({ detail }) => {
    const message = JSON.parse(detail) as Message
    if (message.type === 'call') tell(run(message.id, message.values))
    else if (message.type === 'answer') answer = message
    else if (message.type === 'expose') received.expose?.(message.key, wire.unpack(message.api))
    else if (message.type === 'popup') received.popup?.(message.url)
    else {
      const asked = waiting.get(message.promise)
      waiting.delete(message.promise)
      if (message.error === undefined) asked?.resolve(wire.unpack(message.value))
      else asked?.reject(new Error(message.error))
    }
  })
  return {
    expose: (key, api) => tell({ type: 'expose', key, api: wire.pack(api) }),
    popup: (url) => tell({ type: 'popup', url }),
  }
}

/**
 * The page's own world: what the preload exposes appears here, frozen; windows never open but are
 * reported.
 */
export function mainWorld(
  makeWire: typeof createWire,
  makePeer: typeof createPeer,
  secret: string,
): void {
  if (window !== window.top) return
  const peer = makePeer(makeWire, secret, ['main', 'isolated'], {
    expose(key, api) {
      const value = Object.freeze(api)
      Object.defineProperty(window, key, {
        value,
        enumerable: true,
        writable: false,
        configurable: false,
      })
    },
  })
  // A real popup under two debuggers would stop its opener for good.
  window.open = (url = 'about:blank') => {
    peer.popup(new URL(url, window.location.href).href)
    return null
  }
  document.addEventListener('click', (event) => {
    const link = event
      .composedPath()
      .find(({ localName, target }) => localName === 'a' && target === '_blank')
    if (link?.href === undefined || event.defaultPrevented) return
    event.preventDefault()
    peer.popup(link.href)
  })
}

/** The messages between the isolated world and the main process. */
export type FromPage =
  | { type: 'invoke'; id: number; channel: string; values: unknown }
  | { type: 'popup'; url: string }
  | { type: 'preload-error'; error: string }
export type ToPage =
  | { type: 'reply'; id: number; value?: unknown; error?: string }
  | { type: 'event'; channel: string; values: unknown }

type Preload = (require: (name: string) => unknown, module: object, exports: object) => void

/** The preload's world: only the two parts of Electron that our sandboxed preload uses. */
export function isolatedWorld(
  makeWire: typeof createWire,
  makePeer: typeof createPeer,
  secret: string,
  binding: string,
  preload: Preload,
): void {
  if (window !== window.top) return
  const globals = globalThis as unknown as Record<string, (message: string) => void>
  const post = (message: FromPage) => globals[binding]?.(JSON.stringify(message))
  const wire = makeWire()
  const peer = makePeer(makeWire, secret, ['isolated', 'main'], {
    popup: (url) => post({ type: 'popup', url }),
  })
  const asked = new Map<number, { resolve: Run; reject: Run }>()
  const listeners = new Map<string, Set<Run>>()
  let ids = 0
  const named = (name: string, members: object) =>
    new Proxy(members, {
      get(target, key) {
        if (key in target || typeof key === 'symbol') return Reflect.get(target, key) as unknown
        throw new Error(`stand-in: electron.${name}.${key} is not provided`)
      },
    })
  const electron = named('preload', {
    contextBridge: named('contextBridge', { exposeInMainWorld: peer.expose }),
    ipcRenderer: named('ipcRenderer', {
      invoke(channel: string, ...values: unknown[]) {
        ids += 1
        const id = ids
        post({ type: 'invoke', id, channel, values: wire.pack(values) })
        return new Promise((resolve, reject) => asked.set(id, { resolve, reject }))
      },
      on(channel: string, listen: Run) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listen))
      },
      off: (channel: string, listen: Run) => listeners.get(channel)?.delete(listen),
    }),
  })
  globals[`${binding}_hear`] = (json) => {
    const message = JSON.parse(json) as ToPage
    if (message.type === 'event') {
      const values = wire.unpack(message.values) as unknown[]
      for (const listen of listeners.get(message.channel) ?? []) listen({}, ...values)
      return
    }
    const waiting = asked.get(message.id)
    asked.delete(message.id)
    if (message.error === undefined) waiting?.resolve(wire.unpack(message.value))
    else waiting?.reject(new Error(message.error))
  }
  try {
    const module = { exports: {} }
    preload(
      (name) => {
        if (name === 'electron') return electron
        throw new Error(`module not found: ${name}`)
      },
      module,
      module.exports,
    )
  } catch (cause) {
    post({
      type: 'preload-error',
      error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
    })
  }
}
