import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { fail } from '#contract/result.ts'
import { signedScheme, staleChallenge } from '#contract/web-door.ts'
import { createServer } from '#host/servers.ts'
import { readFirstView } from '#host/first-view.ts'
import { answerSending, withBody } from '#host/feeds/body.ts'
import type { Kitchen } from '#host/kitchen.ts'
import { pictureHeaders, pictureKey } from '#host/page/picture.ts'
import { securityHeaders } from '#host/page/asset.ts'
import { createBodyRooms } from './body-rooms.ts'
import { createAsking, limitConnections, mostAtOnce, patience } from './connections.ts'
import { createDoor, type Entered } from './door/door.ts'
import { doorPart, noWorker } from './door/door-page.ts'
import type { Visitor } from './door/sessions.ts'
import { createExports } from './exports.ts'
import { createPageFiles } from './page-files.ts'
import { createStreams } from './streams.ts'

const callSchema = z.strictObject({ name: z.string().max(100), input: z.unknown() })

/** What a screen may say at once. */
const mostOfScreen = 1024 * 1024

/** Of a body that is not taken: so much goes by unread, so that a page hears why it is refused. */
const mostUnread = 64 * 1024

/** The only name that the screens have: another program may have the same port of `localhost`, which is `::1` as well. */
const hostName = '127.0.0.1'

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Nothing else comes with a body. */
const isCall = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/call' && headers['service-worker'] === undefined

/** The browsers' door: the page, its first view, `POST /call`, exports, and `GET /events` as a stream of events. */
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
 * Serves the screens of a kitchen on the loopback address. Another Host is a rebound name, another Origin is another site.
 * The page, the door and the menu's pictures are for every program of the machine; all else is for those who were let in,
 * and is looked at before any body is read. Rejects where the port cannot be had.
 */
export async function serveScreens(
  kitchen: Kitchen,
  place: { port: number; pageDir: string; dataDir: string },
): Promise<WebServer> {
  let port = place.port
  let authority = ''
  const streams = createStreams(kitchen)
  const roomOf = createBodyRooms()
  const door = createDoor(place.dataDir, () => port)
  const files = createPageFiles(place.pageDir, door.meta)
  const exports = createExports(kitchen)

  const asking = createAsking()
  const server = createServer(
    { ...patience, IncomingMessage: asking.Request },
    (request, response) => {
      asking.begin(request, response)
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
      serve(request, response).catch(() => {
        response.destroy()
      })
    },
  )
  const connections = limitConnections(server)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = (request.headers.host ?? '').toLowerCase()
    const { origin } = request.headers
    if (hasBody(request) && !isCall(request)) {
      // Node would take it off the line to its end otherwise, whoever sends it.
      response.setHeader('connection', 'close')
      response.once('finish', () => request.destroy())
    }
    if (host === authority.replace(hostName, 'localhost') && request.method === 'GET') {
      response.writeHead(302, { location: `http://${authority}/` }).end()
    } else if (host !== authority) {
      end(response, 421, 'not a host of this kitchen')
    } else if (origin !== undefined && origin !== `http://${host}`) {
      end(response, 403, 'another site')
    } else if (request.headers['service-worker'] !== undefined) {
      send(response, 'text/javascript', noWorker)
    } else if (!(await serveAnybody(request, response))) await serveKnown(request, response)
  }

  /** Answers what is for everybody; false where it is not. Nothing here reads a body. */
  async function serveAnybody(
    { url = '', method = '', headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const [path = '', query = ''] = url.split('?')
    if (path === '/key') {
      if (method !== 'POST') end(response, 405, 'only POST')
      else if (door.letIn(headers)) response.writeHead(204).end()
      else end(response, 401, 'not a key')
      return true
    }
    if (method !== 'GET' && method !== 'HEAD') return false
    const part = doorPart(path, headers['accept-language'])
    if (part !== null) {
      send(response, part.type, part.text)
      return true
    }
    if (path === '/challenge') {
      answer(response, door.prove(/^[\w-]{22,64}$/.exec(query)?.[0] ?? '', headers.authorization))
      return true
    }
    const key = pictureKey(path)
    if (key === null) return files.send(path, response)
    await picture(key, response)
    return true
  }

  /** Answers what is for those who were let in. */
  async function serveKnown(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = '', headers } = request
    const [path = '', query = ''] = url.split('?')
    if (headers.authorization?.startsWith(`${signedScheme} `) === true)
      return enter(path, request, response)
    const visitor = door.admit(headers.authorization)
    if (path.startsWith('/exports/') && method === 'GET') {
      if (!(await exports.send(url, visitor, response)))
        end(
          response,
          visitor === null ? 401 : 404,
          visitor === null ? 'not let in' : 'no such export',
        )
      return
    }
    if (visitor === null) {
      end(response, 401, 'not let in')
      return
    }
    connections.vouch(request.socket, visitor.screenId)
    if (path === '/call') return call(request, response, visitor)
    const exportId = /^\/exports\/([\w-]{1,100})\.csv$/.exec(path)?.[1]
    if (exportId !== undefined && method === 'POST') {
      answer(response, { address: exports.address(exportId, visitor.screenId) })
    } else if (method !== 'GET' && method !== 'HEAD') end(response, 405, 'only GET')
    else if (path === '/first') await first(response, visitor)
    else if (path === '/events') {
      const told = /^told=(\d{1,15})$/.exec(query)?.[1]
      streams.open(response, visitor.screenId, told === undefined ? null : Number(told))
    } else end(response, 404, 'no such page')
  }

  /** A page opens its session, and gets its first view with it where it asks for that. */
  async function enter(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const entered = door.enter(request.headers)
    if (entered === null) end(response, 401, 'not let in')
    else if (entered === 'stale') end(response, 401, staleChallenge)
    else {
      connections.vouch(request.socket, entered.screenId)
      if (path === '/first') await first(response, entered)
      else answer(response, { session: entered.session, page: entered.page })
    }
  }

  /** The JSON that a page sends, null where it is none; undefined once it was answered that it is not taken. */
  async function readMessage(
    request: IncomingMessage,
    response: ServerResponse,
    { screenId }: Visitor,
  ): Promise<unknown> {
    const isJson = request.headers['content-type']?.startsWith('application/json') === true
    if (request.method !== 'POST' || !isJson) {
      end(response, 405, 'only POST of JSON')
      return undefined
    }
    return withBody(request, { most: mostOfScreen, room: roomOf(screenId) }, async (body) => {
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
    visitor: Visitor,
  ): Promise<void> {
    const message = await readMessage(request, response, visitor)
    if (message === undefined) return
    const parsed = callSchema.safeParse(message)
    const result = parsed.success
      ? await kitchen.call(kitchen.caller(visitor.screenId), parsed.data.name, parsed.data.input)
      : fail('bad-input', 'not a call')
    answer(response, result)
  }

  async function first(response: ServerResponse, visitor: Visitor | Entered): Promise<void> {
    const { told } = streams
    const view = await readFirstView(kitchen.call, kitchen.caller(visitor.screenId))
    const session = 'session' in visitor ? { session: visitor.session, page: visitor.page } : {}
    answer(response, { ...session, told, view })
  }

  /** Sends what no browser keeps. */
  function send(response: ServerResponse, type: string, text: string): void {
    response.setHeader('content-type', `${type}; charset=utf-8`)
    response.setHeader('cache-control', 'no-store')
    response.end(text)
  }

  function answer(response: ServerResponse, value: unknown): void {
    send(response, 'application/json', JSON.stringify(value))
  }

  async function picture(key: string, response: ServerResponse): Promise<void> {
    const found = await kitchen.picture(key)
    if (found === null) end(response, 404, 'no such picture')
    else response.writeHead(200, pictureHeaders(found.type)).end(found.bytes)
  }

  /** Whoever is refused is not read any further. */
  function end(response: ServerResponse, status: number, why: string): void {
    const { req: request } = response
    const isSending = Number(request.headers['content-length'] ?? 0) > mostUnread
    const isOpen = request.headers['transfer-encoding'] !== undefined
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    if (!isSending && !isOpen) {
      response.writeHead(status).end(why)
      return
    }
    response.writeHead(status, { connection: 'close' }).end(why, () => {
      request.destroy()
    })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.port, host: hostName, backlog: mostAtOnce }, resolve)
  })
  port = (server.address() as AddressInfo).port
  const url = `http://${hostName}:${String(port)}/`
  // Without the port where it is the one that everybody means.
  authority = new URL(url).host
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
