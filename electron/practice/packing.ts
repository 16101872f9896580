import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { basePaths } from './app.ts'

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

type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/** Shorter bodies are not worth packing. */
const leastPacked = 1_000

export interface Packer {
  set(packing: Packing): void
  around(serve: Serve): Serve
}

/** Packs what is answered to GET, and answers conditional requests with 304. `now` dates Last-Modified. */
export function createPacker(now: () => number): Packer {
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
        const told = request.headers.get('if-modified-since')
        const isKnown = told !== null && Date.parse(told) >= Date.parse(since)
        return { headers: { 'last-modified': since }, isKnown }
      }
      default:
        return { headers: {}, isKnown: false }
    }
  }

  return {
    set(next) {
      packing = next
    },
    around: (serve) => async (request, bindings) => {
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
