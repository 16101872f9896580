import { jitter } from '#contract/shared/back-off.ts'
import type { CallFailure, CallResult } from '#platform/call/failure.ts'
import type { Reachable } from '#platform/connection.ts'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../core/log.ts'

/** After this many failures in a row, probes included, a server is out. */
const failuresUntilOut = 3
/** The pause between two probes. */
const probeEveryMs = 5_000
/** Slow answers take 30 s, so a probe waits that long for its own while others are sent. */
const maxOpenProbes = 8

/**
 * `doubtful`: it must answer before anything is written, because it has not answered since the
 * start or since a failure. `out`: nothing is sent to it but probes.
 */
type State = 'doubtful' | 'reachable' | 'out'

interface Server {
  origin: string
  state: State
  /** In a row, probes included. */
  failures: number
  failure: CallFailure | null
  /** By the monotonic clock. */
  answeredAt: number
  isProbing: boolean
  cancelTimer: () => void
  openProbes: Set<AbortController>
  probes: number
}

interface ReachabilityParts {
  clock: Clock
  log: Log
  /** From 0 up to 1. */
  chance(): number
  /** One cheap read of a server; `nth` counts its probes. Never rejects. */
  probe(origin: string, nth: number, signal: AbortSignal): Promise<CallResult<unknown>>
  /** The server is out: what was sent to it lately failed because of that. */
  onOut(origin: string): void
  /** The server answers, and was out or doubtful before. */
  onReachable(origin: string, wasOut: boolean): void
}

/** What a result shows about the server: that it answers, that it does not, or nothing (null). */
function answers(result: CallResult<unknown>): boolean | null {
  if (result.ok) return true
  const { kind, status, reason } = result.failure
  switch (kind) {
    case 'invalid':
    case 'called-off':
      return null
    case 'not-sent':
      // We sent nothing, whether or not somebody listens.
      return reason === 'moved' || reason === 'unencrypted' ? null : false
    case 'lost':
    case 'portal':
    case 'foreign':
      return false
    case 'unreadable':
      return true
    case 'answered':
      return (status ?? 0) < 500
  }
}

/**
 * Whether each server of the platform answers (README.md, An outage). Every request reports its
 * result here. An outage belongs to the server, not to the entries that wait for it.
 */
export class Reachability implements Reachable {
  readonly #parts: ReachabilityParts
  readonly #servers = new Map<string, Server>()
  #stopped = false

  constructor(parts: ReachabilityParts) {
    this.#parts = parts
  }

  now(): number {
    return this.#parts.clock.monotonic()
  }

  whyOut(url: string): CallFailure | null {
    const { state, failure } = this.#server(originOf(url))
    return state === 'out' ? failure : null
  }

  report(url: string, result: CallResult<unknown>, askedAt: number): void {
    const server = this.#server(originOf(url))
    const isAnswer = answers(result)
    if (isAnswer === true) this.#answered(server)
    // A failure from before the last answer says nothing new.
    if (isAnswer === false && !result.ok && askedAt >= server.answeredAt)
      this.#failed(server, result.failure)
  }

  /** Whether something may be written to a server. Probes it if that is not known. */
  mayWrite(origin: string): boolean {
    // Nobody has given its address.
    if (origin === '') return true
    const server = this.#server(origin)
    if (server.state !== 'reachable') this.#startProbing(server)
    return server.state === 'reachable'
  }

  /** A person wants to go on: probes what does not answer now. */
  probeNow(): void {
    for (const server of this.#servers.values())
      if (server.isProbing) {
        server.cancelTimer()
        this.#probe(server)
      }
  }

  stop(): void {
    this.#stopped = true
    for (const server of this.#servers.values()) endProbing(server)
  }

  #server(origin: string): Server {
    let server = this.#servers.get(origin)
    if (server === undefined) {
      server = newServer(origin)
      this.#servers.set(origin, server)
    }
    return server
  }

  #answered(server: Server): void {
    const before = server.state
    Object.assign(server, {
      state: 'reachable',
      failures: 0,
      failure: null,
      answeredAt: this.now(),
    })
    endProbing(server)
    if (before === 'reachable') return
    const wasOut = before === 'out'
    if (wasOut) this.#parts.log.info('the platform answers again', {})
    this.#parts.onReachable(server.origin, wasOut)
  }

  #failed(server: Server, failure: CallFailure): void {
    server.failures += 1
    server.failure = { ...failure, retryAfterMs: null }
    // What is wrong with one server may be wrong with all: each must answer before the next write.
    for (const each of this.#servers.values())
      if (each.state === 'reachable') each.state = 'doubtful'
    this.#startProbing(server)
  }

  #startProbing(server: Server): void {
    if (server.isProbing || this.#stopped) return
    server.isProbing = true
    this.#probe(server)
  }

  #probe(server: Server): void {
    server.cancelTimer = this.#parts.clock.after(jitter(probeEveryMs, this.#parts.chance()), () =>
      this.#probe(server),
    )
    if (server.openProbes.size < maxOpenProbes) void this.#askOnce(server)
  }

  async #askOnce(server: Server): Promise<void> {
    const controller = new AbortController()
    server.openProbes.add(controller)
    server.probes += 1
    const result = await this.#parts.probe(server.origin, server.probes, controller.signal)
    server.openProbes.delete(controller)
    if (controller.signal.aborted || this.#stopped) return
    const isAnswer = answers(result)
    if (isAnswer === true) this.#answered(server)
    if (isAnswer !== false || result.ok) return
    this.#failed(server, result.failure)
    if (server.failures < failuresUntilOut || server.state === 'out') return
    server.state = 'out'
    const { kind, status } = result.failure
    this.#parts.log.warn('the platform is out', { kind, status })
    this.#parts.onOut(server.origin)
  }
}

const newServer = (origin: string): Server => ({
  origin,
  state: 'doubtful',
  failures: 0,
  failure: null,
  answeredAt: -Infinity,
  isProbing: false,
  cancelTimer: () => undefined,
  openProbes: new Set(),
  probes: 0,
})

function endProbing(server: Server): void {
  server.cancelTimer()
  server.isProbing = false
  for (const controller of server.openProbes) controller.abort()
  server.openProbes.clear()
}

/** The origin of an address; empty if there is none. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
