import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { basePaths } from './app.ts'

interface Listener {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** Closes the server and every connection. */
  close(): Promise<void>
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
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const ended = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await ended
    },
  }
}

/** Traffic of complete requests and answers, including headers. */
export interface Traffic {
  requests: number
  /** Bytes of requests. */
  received: number
  /** Bytes of answers. */
  sent: number
}

/**
 * Counts bytes by path, on the sockets themselves. It is exact only if a client waits for each
 * answer before its next request.
 */
export function countTraffic() {
  const byPath = new Map<string, Traffic>()
  const counted = new WeakMap<Socket, { read: number; written: number }>()
  return {
    note({ socket, url = '' }: IncomingMessage, response: ServerResponse) {
      const [path = ''] = url.split('?')
      response.once('close', () => {
        const before = counted.get(socket) ?? { read: 0, written: 0 }
        const now = { read: socket.bytesRead, written: socket.bytesWritten }
        counted.set(socket, now)
        const sum = byPath.get(path) ?? { requests: 0, received: 0, sent: 0 }
        byPath.set(path, {
          requests: sum.requests + 1,
          received: sum.received + now.read - before.read,
          sent: sum.sent + now.written - before.written,
        })
      })
    },
    /** The traffic of all requests whose path begins with `path`. */
    of(path: string) {
      const parts = [...byPath].filter(([each]) => each.startsWith(path)).map(([, sum]) => sum)
      const total = (field: keyof Traffic) => parts.reduce((sum, part) => sum + part[field], 0)
      return { requests: total('requests'), received: total('received'), sent: total('sent') }
    },
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
const leastPacked = 1_000

/** Compresses answers to GET, and answers conditional requests with 304. `now` dates Last-Modified. */
export function createPacker(now: () => number) {
  let packing: Packing = {}
  /** By URL: the answer's hash and when it changed to that. */
  const known = new Map<string, { etag: string; since: number }>()

  function sinceWhen(url: string, etag: string): number {
    const before = known.get(url)
    if (before?.etag === etag) return before.since
    known.set(url, { etag, since: now() })
    return now()
  }

  function validator(
    request: Request,
    body: Buffer,
  ): { headers: Record<string, string>; isKnown: boolean } {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const since = new Date(sinceWhen(request.url, etag)).toUTCString()
    switch (packing.validators) {
      case 'etag':
        return { headers: { etag }, isKnown: request.headers.get('if-none-match') === etag }
      case 'last-modified': {
        const known = request.headers.get('if-modified-since')
        const isKnown = known !== null && Date.parse(known) >= Date.parse(since)
        return { headers: { 'last-modified': since }, isKnown }
      }
      default:
        return { headers: {}, isKnown: false }
    }
  }

  return {
    set(next: Packing) {
      packing = next
    },
    around:
      (serve: Serve): Serve =>
      async (request, bindings) => {
        const answer = await serve(request, bindings)
        const isList =
          request.method === 'GET' && new URL(request.url).pathname.startsWith(basePaths.v3)
        if (answer === RESPONSE_ALREADY_SENT || !isList || answer.status !== 200) return answer
        const body = Buffer.from(await answer.arrayBuffer())
        const { headers, isKnown } = validator(request, body)
        if (isKnown) return new Response(null, { status: 304, headers })
        const accepted = (request.headers.get('accept-encoding') ?? '').split(/\s*,\s*/)
        const encoding = (packing.encodings ?? ['gzip']).find((each) => accepted.includes(each))
        const type = answer.headers.get('content-type') ?? 'application/json'
        if (encoding === undefined || body.length < leastPacked)
          return new Response(body, { headers: { 'content-type': type, ...headers } })
        return new Response(packers[encoding](body), {
          headers: { 'content-type': type, 'content-encoding': encoding, ...headers },
        })
      },
  }
}
