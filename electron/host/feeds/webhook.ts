import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Arrival } from '../inbox/inbox.ts'
import { isoNow, type Clock } from '../clock.ts'
import { createServer } from '../create-server.ts'
import type { Log } from '../log.ts'
import { inspectBody, readBody } from './body.ts'
import { hostNames, refuse } from './request-guard.ts'

/** Silent connections above this many make room for new ones, the longest silent first. */
const mostConnections = 512

interface WebhookDeps {
  clock: Clock
  log: Log
  /** Hashes of the bearers that are accepted now. */
  tokens: () => readonly Buffer[]
  /** Resolves after the commit, rejects where it could not be written. */
  receive(arrival: Arrival): Promise<unknown>
  onEvent(): void
}

/** The local receiver of the platform's events (platform/README.md, Events). */
export interface Webhook {
  /** `http://address:port/` */
  readonly url: string
  close(): Promise<void>
}

/**
 * Listens at `address` and `port` (0 for any free one). Answers 200 only once an event is on disk, a repeat as
 * well; 503 where it cannot be written; limits and refusals are those of inbox/README.md. Rejects with the
 * system's error where the port cannot be had.
 */
export async function listenForEvents(
  place: { address: string; port: number; hosts: readonly string[] },
  deps: WebhookDeps,
): Promise<Webhook> {
  let hosts = new Set<string>()

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const refusal = refuse(method, url, headers, { hosts, tokens: deps.tokens() })
    if (refusal !== null) {
      deps.log.warn('webhook refused', { status: refusal.status })
      answer(response, refusal.status, refusal.why)
      return
    }
    const raw = await readBody(request)
    if (raw === null) {
      answer(response, 413, 'too large')
      return
    }
    const inspected = inspectBody(raw)
    if (!inspected.ok) {
      answer(response, 400, inspected.error.words ?? '')
      return
    }
    const { key, type, text, json } = inspected.value
    try {
      await deps.receive({
        key,
        type,
        source: 'webhook',
        receivedAt: isoNow(deps.clock),
        toldAt: null,
        body: text,
        json,
      })
    } catch (cause) {
      deps.log.error('webhook not kept', { cause: String(cause) })
      answer(response, 503, 'cannot be kept now')
      return
    }
    deps.onEvent()
    response.end('{"ok":true}')
  }

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 30_000,
      maxHeaderSize: 8 * 1024,
    },
    (request, response) => {
      response.setHeader('content-type', 'application/json')
      take(request, response).catch(() => {
        // The sender went away in the middle: there is nobody to answer.
        request.socket.destroy()
      })
    },
  )
  limitConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place.port, place.address, resolve)
  })
  const { port } = server.address() as AddressInfo
  hosts = hostNames(place.address, port, place.hosts)
  const name = place.address.includes(':') ? `[${place.address}]` : place.address
  return {
    url: `http://${name}:${String(port)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** A refused sender is not read any further; its connection ends with the answer. */
function answer(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { connection: 'close' })
  response.end(JSON.stringify({ ok: false, why }), () => {
    response.req.destroy()
  })
}

/** Keeps stalled senders from shutting out honest ones: the connection that has been silent longest gives way. */
function limitConnections(server: Server): void {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    if (silent.size <= mostConnections) return
    const [oldest] = silent
    if (oldest !== undefined) {
      silent.delete(oldest)
      oldest.destroy()
    }
  })
  server.on('request', (request, response) => {
    const { socket } = request
    silent.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) silent.add(socket)
    })
  })
}
