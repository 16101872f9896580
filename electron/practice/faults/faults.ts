import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { baseOf, wrap, wrapError } from '../app.ts'

interface Aim {
  /** Requests to the three interfaces whose path and query contain this. */
  path: string
  /** Only requests of this method; default any. */
  method?: string
  /** Only every nth matching request; default each. */
  every?: number
  /** How often it happens; default without limit. */
  times?: number
}

interface StatusFault {
  kind: 'status' | 'status-after-effect'
  status: number
  retryAfterSeconds?: number
}

/**
 * A fault on demand. `drop-before-effect` cuts the connection before anything is done,
 * `drop-after-effect` after it but before the answer, and `drop-in-answer` halfway through the
 * answer. `status-after-effect` is the answer of a proxy that gave up waiting for the platform.
 * `html` is a captive portal's answer, and `unreadable` a success with wrong data.
 */
export type Fault = Aim &
  (
    | StatusFault
    | { kind: 'drop-before-effect' }
    | { kind: 'drop-after-effect' }
    | { kind: 'drop-in-answer' }
    | { kind: 'delay'; milliseconds: number }
    | { kind: 'no-such-endpoint' }
    | { kind: 'html' }
    | { kind: 'unreadable' }
  )

type Base = NonNullable<ReturnType<typeof baseOf>>
type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** An error in the envelope of its interface. */
function errorAnswer(base: Base, message: string, fault: Partial<StatusFault>): Response {
  const { status = 404, retryAfterSeconds } = fault
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return Response.json(
    wrapError(base, 'error', message),
    retryAfterSeconds === undefined ? { status } : { status, headers },
  )
}

/** The answer of a guest network to every request until somebody logs in. */
const captivePortal = (): Response =>
  new Response(
    '<!doctype html><title>Wi-Fi</title><h1>Welcome to the guest network</h1>' +
      '<form method="post" action="/login"><button>Log in</button></form>',
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

/** Cuts the connection without an answer. */
function cutConnection({ incoming }: HttpBindings): Response {
  incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Cuts the connection after half of the answer's body. */
async function cutInAnswer(
  answer: Response,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer())
  outgoing.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    'content-length': body.length,
  })
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy())
  return RESPONSE_ALREADY_SENT
}

/** Serves the request after a pause, unless `closing` ends it. */
async function serveLater(
  serve: () => Response | Promise<Response>,
  milliseconds: number,
  bindings: HttpBindings,
  closing: AbortSignal,
): Promise<Response> {
  try {
    await pause(milliseconds, undefined, { signal: closing })
  } catch {
    return cutConnection(bindings)
  }
  return serve()
}

async function misbehave(
  fault: Fault,
  base: Base,
  serve: () => Response | Promise<Response>,
  bindings: HttpBindings,
  closing: AbortSignal,
): Promise<Response> {
  switch (fault.kind) {
    case 'status-after-effect':
      await serve()
      return errorAnswer(base, 'Gave up waiting', fault)
    case 'status':
      return errorAnswer(base, 'The request has an error', fault)
    case 'no-such-endpoint':
      return errorAnswer(base, 'No such endpoint', {})
    case 'html':
      return captivePortal()
    case 'unreadable':
      // A success without any valid data. The channel has no envelope, so it gets version 3's.
      return Response.json(wrap(base === 'tabs' ? 'v3' : base, 7))
    case 'drop-before-effect':
      return cutConnection(bindings)
    case 'drop-after-effect':
      await serve()
      return cutConnection(bindings)
    case 'drop-in-answer':
      return cutInAnswer(await serve(), bindings)
    case 'delay':
      return serveLater(serve, fault.milliseconds, bindings, closing)
  }
}

/** The faults that are set now, oldest first. */
export class Faults {
  #entries: { fault: Fault; seen: number; left: number }[] = []

  /** Adds a fault after the existing ones, or before them. Returns a function that removes it. */
  add(fault: Fault, place: 'first' | 'last' = 'last'): () => void {
    const entry = { fault, seen: 0, left: fault.times ?? Infinity }
    this.#entries = place === 'first' ? [entry, ...this.#entries] : [...this.#entries, entry]
    return () => {
      this.#entries = this.#entries.filter((each) => each !== entry)
    }
  }

  clear(): void {
    this.#entries = []
  }

  /** Faults that will still happen. */
  list(): Fault[] {
    return this.#entries.filter(({ left }) => left > 0).map(({ fault }) => fault)
  }

  /** Wraps the interfaces with the faults; `closing` cuts delayed requests. Other paths are untouched. */
  around(serve: Serve, closing: AbortSignal): Serve {
    return async (request, bindings) => {
      const { pathname, search } = new URL(request.url)
      const base = baseOf(pathname)
      const fault = base && this.#take(request.method, pathname + search)
      if (base === undefined || fault === undefined) return serve(request, bindings)
      return misbehave(fault, base, () => serve(request, bindings), bindings, closing)
    }
  }

  /** The first fault that matches a request; uses up one of its times. */
  #take(method: string, path: string): Fault | undefined {
    for (const entry of this.#entries) {
      const { fault } = entry
      const fits = path.includes(fault.path) && (fault.method ?? method) === method
      if (!fits || entry.left === 0) continue
      entry.seen += 1
      if (entry.seen % (fault.every ?? 1) !== 0) continue
      entry.left -= 1
      return fault
    }
    return undefined
  }
}
