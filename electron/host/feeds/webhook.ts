import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Arrival } from '../inbox/inbox.ts'
import { isoNow, type Clock } from '../clock.ts'
import { createServer } from '../create-server.ts'
import type { Log } from '../log.ts'
import { answerSending, createBodyRoom, inspectBody, mostBytes, withBody } from './body.ts'
import { hostNames, refuse } from './request-guard.ts'

/** What the bodies of all requests under way may take together. */
const mostInFlight = 64 * 1024 * 1024

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

  const room = createBodyRoom(mostInFlight)

  async function keep(body: Buffer, response: ServerResponse): Promise<void> {
    const inspected = inspectBody(body)
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

  /** `waits` is a sender that sends its body once it is asked to (Expect: 100-continue). */
  async function take(
    request: IncomingMessage,
    response: ServerResponse,
    waits: boolean,
  ): Promise<void> {
    const { method = '', url = '', headers } = request
    const refusal = refuse(method, url, headers, { hosts, tokens: deps.tokens() })
    if (refusal !== null) {
      deps.log.warn('webhook refused', { status: refusal.status })
      // Whoever may send hears why, also while it is still sending; anybody else is not read any further.
      if (refusal.status === 413 && !waits) await answerSending(response, 413, asBody(refusal.why))
      else answer(response, refusal.status, refusal.why)
      return
    }
    if (waits) response.writeContinue()
    await withBody(request, { most: mostBytes, room }, async (body) => {
      if (typeof body !== 'string') return keep(body, response)
      const status = body === 'too-large' ? 413 : 503
      deps.log.warn('webhook refused', { status })
      if (status === 503) response.setHeader('retry-after', '1')
      return answerSending(
        response,
        status,
        asBody(status === 413 ? 'too large' : 'too much at once'),
      )
    })
  }

  const serve = (request: IncomingMessage, response: ServerResponse, waits: boolean): void => {
    response.setHeader('content-type', 'application/json')
    take(request, response, waits).catch(() => {
      // The sender went away in the middle: there is nobody to answer.
      request.socket.destroy()
    })
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
      serve(request, response, false)
    },
  )
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response, true)
  })
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

const asBody = (why: string): string => JSON.stringify({ ok: false, why })

/** A refused sender is not read any further; its connection ends with the answer. */
function answer(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { connection: 'close' })
  response.end(asBody(why), () => {
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
  const speaks = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    silent.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) silent.add(socket)
    })
  }
  server.on('request', speaks)
  server.on('checkContinue', speaks)
}
