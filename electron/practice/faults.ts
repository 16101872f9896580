import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

interface Aim {
  /** Requests whose path and query contain this. */
  path: string
  /** How many of them; default all. */
  times?: number
}

/**
 * A misbehaviour on demand. `drop-before-effect` cuts the line before anything is done,
 * `drop-after-effect` after it, without an answer.
 */
export type Fault = Aim &
  (
    | { kind: 'status'; status: number; retryAfterSeconds?: number }
    | { kind: 'drop-before-effect' }
    | { kind: 'drop-after-effect' }
    | { kind: 'delay'; milliseconds: number }
    | { kind: 'no-such-endpoint' }
  )

type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** What is wrong with the platform right now. */
interface Faults {
  add(fault: Fault): void
  clear(): void
  /** The same endpoints, misbehaving; `closing` cuts what is delayed. */
  around(serve: Serve, closing: AbortSignal): Serve
}

function errorResponse(status: number, message: string, headers: Record<string, string> = {}) {
  return Response.json({ success: false, error: { error: 'error', message } }, { status, headers })
}

function cut({ incoming }: HttpBindings): Response {
  incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

export function createFaults(): Faults {
  let faults: { fault: Fault; left: number }[] = []

  /** The first fault that concerns a path; uses up one of its times. */
  function take(path: string): Fault | undefined {
    const found = faults.find(({ fault, left }) => left > 0 && path.includes(fault.path))
    if (found !== undefined) found.left -= 1
    return found?.fault
  }

  return {
    add(fault) {
      faults = [...faults, { fault, left: fault.times ?? Infinity }]
    },
    clear() {
      faults = []
    },
    around: (serve, closing) => async (request, bindings) => {
      const { pathname, search } = new URL(request.url)
      const fault = take(pathname + search)
      switch (fault?.kind) {
        case undefined:
          return serve(request, bindings)
        case 'status':
          return errorResponse(
            fault.status,
            'The request has an error',
            fault.retryAfterSeconds === undefined
              ? {}
              : { 'retry-after': String(fault.retryAfterSeconds) },
          )
        case 'no-such-endpoint':
          return errorResponse(404, 'No such endpoint')
        case 'drop-before-effect':
          return cut(bindings)
        case 'drop-after-effect':
          await serve(request, bindings)
          return cut(bindings)
        case 'delay':
          try {
            await pause(fault.milliseconds, undefined, { signal: closing })
          } catch {
            return cut(bindings)
          }
          return serve(request, bindings)
      }
    },
  }
}
