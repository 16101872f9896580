import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

/**
 * How far a request came: `unmade` until fetch has taken it, `waiting` while there is no connection for it (name,
 * address, TLS), and `left` from just before its first byte on. An error's code cannot tell the last two apart: a line
 * that is reset says the same in the middle of TLS and after the request.
 */
export interface Departure {
  stage: 'unmade' | 'waiting' | 'left'
  /** Hears how much of the body came off the wire, before it is decoded. */
  onBytes?: ((bytes: number) => void) | undefined
}

const underWay = new AsyncLocalStorage<Departure>()
const byRequest = new WeakMap<object, Departure>()

/** The request that the system's own fetch tells of. */
const requestOf = (message: unknown): object => (message as { request: object }).request

subscribe('undici:request:create', (message) => {
  const departure = underWay.getStore()
  if (departure === undefined) return
  departure.stage = 'waiting'
  byRequest.set(requestOf(message), departure)
})
subscribe('undici:client:sendHeaders', (message) => {
  const departure = byRequest.get(requestOf(message))
  if (departure !== undefined) departure.stage = 'left'
})
subscribe('undici:request:bodyChunkReceived', (message) => {
  const { chunk } = message as { chunk: Uint8Array }
  byRequest.get(requestOf(message))?.onBytes?.(chunk.byteLength)
})

/** Does work that makes one request, and notes in `departure` how far that comes. */
export const noting = <Value>(departure: Departure, work: () => Promise<Value>): Promise<Value> =>
  underWay.run(departure, work)
