import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { basePaths } from './app.ts'

/** A server on loopback. */
interface Listener {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** Ends it and cuts every line. */
  close(): Promise<void>
}

type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/**
 * Listens on 127.0.0.1, dates its answers by `now` and tells `onRequest` of each; port 0 is any free one. Rejects where the
 * port is taken.
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

/** What went over the wire: whole requests and answers, their headers too. */
export interface Traffic {
  requests: number
  /** Bytes of requests. */
  received: number
  /** Bytes of answers. */
  sent: number
}

/** Counts by path, on the sockets themselves; right for clients that do not send a request before the last is answered. */
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
    /** Of all requests whose path begins so. */
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

/** How version 3's answers are put on the wire. */
export interface Packing {
  /** What a client may have them packed with, the best first; default gzip alone. */
  encodings?: readonly Encoding[]
  /** What is said of an answer so that it can be asked for conditionally; default nothing. */
  validators?: 'none' | 'etag' | 'last-modified'
}

/** Shorter bodies are not worth packing. */
const leastPacked = 1_000

/** Packs what is answered to GET, and answers conditional requests with 304. `now` dates Last-Modified. */
export function createPacker(now: () => number) {
  let packing: Packing = {}
  /** By question, the answer's hash and since when it is that. */
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
        const reported = request.headers.get('if-modified-since')
        const isKnown = reported !== null && Date.parse(reported) >= Date.parse(since)
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
