import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { fail } from '#contract/result.ts'
import { createServer } from '#host/create-server.ts'
import { readFirstView } from '#host/first-view.ts'
import { answerSending, createBodyRoom, withBody } from '#host/feeds/body.ts'
import { hostNames } from '#host/feeds/request-guard.ts'
import type { Kitchen } from '#host/kitchen.ts'
import { pictureHeaders, pictureKey } from '#host/page/picture.ts'
import { resolveAsset, securityHeaders } from '#host/page/asset.ts'
import { createDoor } from './door/door.ts'
import { screenCookie, screenIdOf, screenTokenIn } from './screen-cookie.ts'
import { createStreams } from './streams.ts'

const callSchema = z.strictObject({ name: z.string().max(100), input: z.unknown() })

/** What a screen may say at once, and all of them together. */
const mostOfScreen = 1024 * 1024
const mostInFlight = 16 * 1024 * 1024

/** The browsers' door: the page, its first view, `POST /call`, exports, and `GET /events` as server-sent events. */
export interface WebServer {
  /** `http://127.0.0.1:port/` */
  readonly url: string
  /** The same with a key that lets one browser in (door/door-key.ts). */
  readonly invitation: string
  /** Where the key for scripts lies. */
  readonly keyFile: string
  close(): Promise<void>
}

/**
 * Serves the screens of a kitchen on the loopback address. Only our own page may call: another Host is a rebound
 * name, another Origin is another site. Who was not let in gets a page that asks for a key, and nothing of the kitchen.
 * Rejects where the port cannot be had.
 */
export async function serveScreens(
  kitchen: Kitchen,
  place: { port: number; pageDir: string; dataDir: string },
): Promise<WebServer> {
  const streams = createStreams(kitchen)
  const room = createBodyRoom(mostInFlight)
  const door = createDoor(place.dataDir)
  let hosts = new Set<string>()

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
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const token = screenTokenIn(request.headers.cookie)
    if (path === '/key') {
      const message = await readMessage(request, response)
      if (message !== undefined) door.exchange(message, request, response)
      return
    }
    if (!door.key.admits(request.headers)) {
      door.keepOut(path, request, response)
      return
    }
    if (path === '/call') return call(request, response, screenIdOf(token))
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      end(response, 405, 'only GET')
      return
    }
    if (path === '/first') return first(response, screenIdOf(token))
    if (path === '/events') {
      const told = /^told=(\d{1,15})$/.exec(query)?.[1]
      streams.open(response, screenIdOf(token), told === undefined ? null : Number(told))
      return
    }
    const exportId = /^\/exports\/([\w-]{1,100})\.csv$/.exec(path)?.[1]
    if (exportId !== undefined) return exported(exportId, response, screenIdOf(token))
    const key = pictureKey(path)
    return key === null ? page(path, response, token) : picture(key, response)
  }

  /** The JSON that a page sends, null where it is none; undefined once it was answered that it is not taken. */
  async function readMessage(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const isJson = request.headers['content-type']?.startsWith('application/json') === true
    if (request.method !== 'POST' || !isJson) {
      end(response, 405, 'only POST of JSON')
      return undefined
    }
    return withBody(request, { most: mostOfScreen, room }, async (body) => {
      if (typeof body === 'string') {
        await refuse(body, response)
        return undefined
      }
      try {
        return JSON.parse(body.toString('utf8')) as unknown
      } catch {
        return null
      }
    })
  }

  /** A body that was not read to its end: whoever sends it gets to read why. */
  function refuse(body: 'too-large' | 'no-room', response: ServerResponse): Promise<void> {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    if (body === 'too-large') return answerSending(response, 413, 'too large')
    response.setHeader('retry-after', '1')
    return answerSending(response, 503, 'too much at once')
  }

  async function call(
    request: IncomingMessage,
    response: ServerResponse,
    screenId: string,
  ): Promise<void> {
    const message = await readMessage(request, response)
    if (message === undefined) return
    const parsed = callSchema.safeParse(message)
    const result = parsed.success
      ? await kitchen.call(kitchen.caller(screenId), parsed.data.name, parsed.data.input)
      : fail('bad-input', 'not a call')
    answer(response, result)
  }

  async function first(response: ServerResponse, screenId: string): Promise<void> {
    const { told } = streams
    const view = await readFirstView(kitchen.call, kitchen.caller(screenId))
    answer(response, { told, view })
  }

  function answer(response: ServerResponse, value: unknown): void {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    response.end(JSON.stringify(value))
  }

  async function picture(key: string, response: ServerResponse): Promise<void> {
    const found = await kitchen.picture(key)
    if (found === null) end(response, 404, 'no such picture')
    else response.writeHead(200, pictureHeaders(found.type)).end(found.bytes)
  }

  /** An export of guests, as far as it is written, for a screen that may ask for one. */
  async function exported(id: string, response: ServerResponse, screenId: string): Promise<void> {
    const file = kitchen.exportFile(kitchen.caller(screenId), id)
    if (file === null || file.bytes === 0) {
      end(response, 404, 'no such export')
      return
    }
    response.writeHead(200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="guests.csv"',
      'content-length': file.bytes,
      'cache-control': 'no-store',
    })
    await pipeline(createReadStream(file.path, { end: file.bytes - 1 }), response)
  }

  async function page(path: string, response: ServerResponse, token: string | null): Promise<void> {
    const asset = resolveAsset(place.pageDir, path)
    const content = asset === null ? null : await readFile(asset.file).catch(() => null)
    if (asset === null || content === null) {
      end(response, 404, 'no such page')
      return
    }
    response.setHeader('content-type', asset.contentType)
    if (asset.contentType.startsWith('text/html')) {
      // With the page itself a browser keeps its token for another year.
      if (token !== null) response.setHeader('set-cookie', screenCookie(token))
      // And asks for what it will show before it has read a line of it.
      response.setHeader('link', '</first>; rel=preload; as=fetch; crossorigin')
    }
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
  const url = `http://127.0.0.1:${String(port)}/`
  return {
    url,
    invitation: `${url}#key=${door.key.invitation}`,
    keyFile: door.key.file,
    close: () =>
      new Promise((resolve) => {
        door.key.close()
        streams.close()
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
