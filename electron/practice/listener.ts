import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { basePaths } from './app.ts'

/** A server on 127.0.0.1. */
export class Listener {
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  /** `http://127.0.0.1:port`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Closes the server and every connection. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
}

type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/**
 * Listens on 127.0.0.1, sets the Date of its answers by `now`, and passes each request to
 * `onRequest`; port 0 is any free port. Rejects if the port is in use.
 */
export async function listen(
  port: number,
  serve: Serve,
  now: () => number,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listener> {
  const answer = getRequestListener((request, bindings) => serve(request, bindings as HttpBindings))
  const server = createServer((incoming, outgoing) => {
    onRequest(incoming, outgoing)
    outgoing.setHeader('date', new Date(now()).toUTCString())
    void answer(incoming, outgoing)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return new Listener(server)
}

/** Traffic of complete requests and answers, including headers. */
export interface Traffic {
  requests: number
  /** Bytes of requests. */
  received: number
  /** Bytes of answers. */
  sent: number
}

const sumOf = (all: readonly Traffic[], field: keyof Traffic): number =>
  all.reduce((sum, each) => sum + each[field], 0)

/**
 * Counts bytes by path, on the sockets themselves. It is exact only if a client waits for each
 * answer before its next request.
 */
export class TrafficCount {
  readonly #byPath = new Map<string, Traffic>()
  readonly #counted = new WeakMap<Socket, { read: number; written: number }>()

  note({ socket, url = '' }: IncomingMessage, response: ServerResponse): void {
    const [path = ''] = url.split('?')
    response.once('close', () => this.#add(path, socket))
  }

  /** The traffic of all requests whose path begins with `path`. */
  of(path: string): Traffic {
    const all = [...this.#byPath].filter(([each]) => each.startsWith(path)).map(([, sum]) => sum)
    return {
      requests: sumOf(all, 'requests'),
      received: sumOf(all, 'received'),
      sent: sumOf(all, 'sent'),
    }
  }

  #add(path: string, socket: Socket): void {
    const before = this.#counted.get(socket) ?? { read: 0, written: 0 }
    const now = { read: socket.bytesRead, written: socket.bytesWritten }
    this.#counted.set(socket, now)
    const sum = this.#byPath.get(path) ?? { requests: 0, received: 0, sent: 0 }
    this.#byPath.set(path, {
      requests: sum.requests + 1,
      received: sum.received + now.read - before.read,
      sent: sum.sent + now.written - before.written,
    })
  }
}

const packers = {
  gzip: (body: Buffer) => gzipSync(body, { level: 4 }),
  br: (body: Buffer) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (body: Buffer) => zstdCompressSync(body),
}
export type Encoding = keyof typeof packers

/** How version 3's answers are encoded. */
export interface Packing {
  /** The encodings that a client may ask for, the best first; default gzip only. */
  encodings?: readonly Encoding[]
  /** The header that allows conditional requests; default none. */
  validators?: 'none' | 'etag' | 'last-modified'
}

/** Shorter bodies aren't worth compressing. */
const minPacked = 1_000

/** The encoding of a body for this request; undefined sends it as it is. */
function encodingFor(request: Request, body: Buffer, { encodings }: Packing): Encoding | undefined {
  if (body.length < minPacked) return undefined
  const accepted = (request.headers.get('accept-encoding') ?? '').split(/\s*,\s*/)
  return (encodings ?? ['gzip']).find((each) => accepted.includes(each))
}

/** Compresses answers to GET, and answers conditional requests with 304. `now` dates Last-Modified. */
export class Packer {
  readonly #now: () => number
  #packing: Packing = {}
  /** By URL: the answer's hash and when it changed to that. */
  readonly #changes = new Map<string, { etag: string; since: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  set(packing: Packing): void {
    this.#packing = packing
  }

  around(serve: Serve): Serve {
    return async (request, bindings) => this.#pack(request, await serve(request, bindings))
  }

  async #pack(request: Request, answer: Response): Promise<Response> {
    const isList =
      request.method === 'GET' && new URL(request.url).pathname.startsWith(basePaths.v3)
    if (answer === RESPONSE_ALREADY_SENT || !isList || answer.status !== 200) return answer
    const body = Buffer.from(await answer.arrayBuffer())
    const { headers, isKnown } = this.#validator(request, body)
    if (isKnown) return new Response(null, { status: 304, headers })
    const type = answer.headers.get('content-type') ?? 'application/json'
    const encoding = encodingFor(request, body, this.#packing)
    return encoding === undefined
      ? new Response(body, { headers: { 'content-type': type, ...headers } })
      : new Response(packers[encoding](body), {
          headers: { 'content-type': type, 'content-encoding': encoding, ...headers },
        })
  }

  #validator(
    request: Request,
    body: Buffer,
  ): { headers: Record<string, string>; isKnown: boolean } {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const since = new Date(this.#changedAt(request.url, etag)).toUTCString()
    switch (this.#packing.validators) {
      case 'etag':
        return { headers: { etag }, isKnown: request.headers.get('if-none-match') === etag }
      case 'last-modified': {
        const knownSince = request.headers.get('if-modified-since')
        const isKnown = knownSince !== null && Date.parse(knownSince) >= Date.parse(since)
        return { headers: { 'last-modified': since }, isKnown }
      }
      default:
        return { headers: {}, isKnown: false }
    }
  }

  #changedAt(url: string, etag: string): number {
    const before = this.#changes.get(url)
    if (before?.etag === etag) return before.since
    const since = this.#now()
    this.#changes.set(url, { etag, since })
    return since
  }
}
