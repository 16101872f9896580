import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { basePaths } from '../app.ts'
import { captivePortal, cutInAnswer, cutLine, errorAnswer, unreadableAnswer } from './answers.ts'

/** Which requests a fault is about. */
interface Aim {
  /** Requests to the platform's three interfaces whose path and query contain this. */
  path: string
  /** Requests of this method only; default any. */
  method?: string
  /** Only each nth of the requests that fit; default each. */
  every?: number
  /** How many of them; default all. */
  times?: number
}

/**
 * A misbehaviour on demand. `drop-before-effect` cuts the connection before anything is done, `drop-after-effect`
 * after it, without an answer, and `drop-in-answer` after it, halfway through the answer. `status-after-effect` is what
 * something before the platform answers that gave up waiting for it. `html` is what a captive portal says to everything,
 * `unreadable` a success whose data is not what it should be.
 */
export type Fault = Aim &
  (
    | { kind: 'status' | 'status-after-effect'; status: number; retryAfterSeconds?: number }
    | { kind: 'drop-before-effect' }
    | { kind: 'drop-after-effect' }
    | { kind: 'drop-in-answer' }
    | { kind: 'delay'; milliseconds: number }
    | { kind: 'no-such-endpoint' }
    | { kind: 'html' }
    | { kind: 'unreadable' }
  )

type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** What is wrong with the platform right now. */
export interface Faults {
  /** Adds a fault behind those already there, or before them. Answers how to take it away again. */
  add(fault: Fault, place?: 'first' | 'last'): () => void
  clear(): void
  /** Faults that will still happen. */
  list(): Fault[]
  /** The same endpoints, misbehaving; `closing` cuts what is delayed. Other paths are left alone. */
  around(serve: Serve, closing: AbortSignal): Serve
}

const isOfThePlatform = (path: string): boolean =>
  Object.values(basePaths).some((base) => path.startsWith(base))

export function createFaults(): Faults {
  let faults: { fault: Fault; seen: number; left: number }[] = []

  /** The first fault that concerns a request; uses up one of its times. */
  function take(method: string, path: string): Fault | undefined {
    for (const entry of faults) {
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

  return {
    add(fault, place = 'last') {
      const entry = { fault, seen: 0, left: fault.times ?? Infinity }
      faults = place === 'first' ? [entry, ...faults] : [...faults, entry]
      return () => {
        faults = faults.filter((each) => each !== entry)
      }
    },
    clear() {
      faults = []
    },
    list: () => faults.filter(({ left }) => left > 0).map(({ fault }) => fault),
    around: (serve, closing) => async (request, bindings) => {
      const { pathname, search } = new URL(request.url)
      if (!isOfThePlatform(pathname)) return serve(request, bindings)
      const fault = take(request.method, pathname + search)
      switch (fault?.kind) {
        case undefined:
          return serve(request, bindings)
        case 'status-after-effect':
          await serve(request, bindings)
          return errorAnswer(pathname, fault.status, 'Gave up waiting', fault.retryAfterSeconds)
        case 'status':
          return errorAnswer(
            pathname,
            fault.status,
            'The request has an error',
            fault.retryAfterSeconds,
          )
        case 'no-such-endpoint':
          return errorAnswer(pathname, 404, 'No such endpoint')
        case 'html':
          return captivePortal()
        case 'unreadable':
          return unreadableAnswer(pathname)
        case 'drop-before-effect':
          return cutLine(bindings)
        case 'drop-after-effect':
          await serve(request, bindings)
          return cutLine(bindings)
        case 'drop-in-answer':
          return cutInAnswer(await serve(request, bindings), bindings)
        case 'delay':
          try {
            await pause(fault.milliseconds, undefined, { signal: closing })
          } catch {
            return cutLine(bindings)
          }
          return serve(request, bindings)
      }
    },
  }
}
