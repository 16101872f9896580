import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { fail } from '#contract/result.ts'
import { readBody } from '#host/feeds/body.ts'
import { hostNames } from '#host/feeds/request-guard.ts'
import type { Kitchen } from '#host/kitchen.ts'
import { pictureHeaders, pictureKey } from '#host/page/picture.ts'
import { resolveAsset, securityHeaders } from '#host/page/asset.ts'
import { newScreenToken, screenCookie, screenIdOf, screenTokenIn } from './screen-cookie.ts'

/** A screen that reads slower than this many bytes behind is let go; it comes back and asks for everything. */
const mostBehindBytes = 4 * 1024 * 1024

const callSchema = z.strictObject({ name: z.string().max(100), input: z.unknown() })

/** The browsers' door: the page, `POST /call`, and `GET /events` as server-sent events. */
export interface WebServer {
  /** `http://127.0.0.1:port/` */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the screens of a kitchen on the loopback address. Only our own page may call: another Host is a rebound
 * name, another Origin is another site. Rejects where the port cannot be had.
 */
export async function serveScreens(
  kitchen: Kitchen,
  place: { port: number; pageDir: string },
): Promise<WebServer> {
  /** The open event streams, each with the id of its screen. */
  const streams = new Map<ServerResponse, string>()
  let hosts = new Set<string>()

  const forget = kitchen.onEvent((event, mayHear) => {
    let message: string | null = null
    for (const [stream, screenId] of streams) {
      if (!mayHear(screenId)) continue
      message ??= `data: ${JSON.stringify(event)}\n\n`
      stream.write(message)
      if (stream.writableLength > mostBehindBytes) stream.destroy()
    }
  })

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    serve(request, response).catch(() => {
      response.destroy()
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = (request.headers.host ?? '').toLowerCase()
    if (!hosts.has(host)) {
      end(response, 421, 'not a host of this kitchen')
      return
    }
    const { origin } = request.headers
    if (origin !== undefined && origin !== `http://${host}`) {
      end(response, 403, 'another site')
      return
    }
    const path = (request.url ?? '').replace(/\?.*$/s, '')
    const token = screenTokenIn(request.headers.cookie)
    if (path === '/call') return call(request, response, screenIdOf(token))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      end(response, 405, 'only GET')
      return
    }
    if (path === '/events') {
      open(response, screenIdOf(token))
      return
    }
    const key = pictureKey(path)
    return key === null ? page(path, response, token) : picture(key, response)
  }

  async function call(
    request: IncomingMessage,
    response: ServerResponse,
    screenId: string,
  ): Promise<void> {
    const isJson = request.headers['content-type']?.startsWith('application/json') === true
    if (request.method !== 'POST' || !isJson) {
      end(response, 405, 'only POST of JSON')
      return
    }
    const body = await readBody(request)
    if (body === null) {
      end(response, 413, 'too large')
      return
    }
    let message: unknown
    try {
      message = JSON.parse(body.toString('utf8'))
    } catch {
      message = null
    }
    const parsed = callSchema.safeParse(message)
    const result = parsed.success
      ? await kitchen.call(kitchen.caller(screenId), parsed.data.name, parsed.data.input)
      : fail('bad-input', 'not a call')
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    response.end(JSON.stringify(result))
  }

  function open(response: ServerResponse, screenId: string): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 1000\n\n')
    streams.set(response, screenId)
    response.once('close', () => streams.delete(response))
  }

  async function picture(key: string, response: ServerResponse): Promise<void> {
    const found = await kitchen.picture(key)
    if (found === null) end(response, 404, 'no such picture')
    else response.writeHead(200, pictureHeaders(found.type)).end(found.bytes)
  }

  async function page(path: string, response: ServerResponse, token: string | null): Promise<void> {
    const asset = resolveAsset(place.pageDir, path)
    const content = asset === null ? null : await readFile(asset.file).catch(() => null)
    if (asset === null || content === null) {
      end(response, 404, 'no such page')
      return
    }
    response.setHeader('content-type', asset.contentType)
    // With the page itself a browser gets its token, or the one that it has for another year.
    if (asset.contentType.startsWith('text/html'))
      response.setHeader('set-cookie', screenCookie(token ?? newScreenToken()))
    // Everything but the page itself carries a hash in its name.
    const lasting = path.startsWith('/assets/')
    response.setHeader(
      'cache-control',
      lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    response.end(content)
  }

  function end(response: ServerResponse, status: number, why: string): void {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(why)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  hosts = hostNames('127.0.0.1', port, [])
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    close: () =>
      new Promise((resolve) => {
        forget()
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
