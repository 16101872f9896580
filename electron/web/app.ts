import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { fail } from '#contract/shared/result.ts'
import { answerSending, withBody, type BodyBudget } from '#host/feeds/body.ts'
import { readFirstView } from '#host/start/first-view.ts'
import type { Kitchen } from '#host/kitchen.ts'
import { pictureHeaders, pictureName } from '#host/page/asset.ts'
import {
  bodyBytes,
  BodyBudgets,
  closeAfterAnswer,
  type Connections,
} from '#receiver/connections.ts'
import { PageFiles } from '#receiver/page-files.ts'
import { Exports } from './exports.ts'
import { Repeats } from './repeats.ts'
import type { Streams } from './streams.ts'

const callSchema = z.strictObject({
  name: z.string().max(100),
  input: z.unknown(),
  /** The same if the screen repeats the call. */
  id: z.string().max(50).optional(),
})

/** The maximum size of a screen's call, in bytes. */
const maxOfScreen = 1024 * 1024

/** This many bytes of a rejected call are read and dropped, so that the page gets the reason. */
const maxUnread = 64 * 1024

/** Wrong tokens from one address: more than a removed screen shows before its page gives up. */
export const rateOfGuesses = { burst: 20, perSecond: 1 }

export interface Env {
  Bindings: HttpBindings
  /** The screen that asks; empty for a script. */
  Variables: { screenId: string }
}

/** What a server serves the screens with. */
export interface Parts {
  kitchen: Kitchen
  /**
   * The id of the screen with the token in this `Authorization` header, empty for a script; null for
   * anybody else.
   */
  screenOf(authorization: string | undefined): string | null
  connections: Connections
  streams: Streams
  pageDir: string
  /** Further elements in the head of the page. */
  head?: string
  /** Runs before everything else: refuses the requests that are not for this server. */
  guard: MiddlewareHandler<Env>
  /** Adds how a browser without access gets it. Its routes read no body. */
  serveDoor(app: Hono<Env>): void
  /** Whether a screen may ask now, or has asked too often. */
  mayAsk(screenId: string): boolean
  /** Whether another wrong token from this address gets the usual answer. */
  mayGuess(address: string): boolean
}

/** Don't read more from a rejected sender. */
export function refuse({ env: { incoming, outgoing } }: Context<Env>, status: number, why: string) {
  if (bodyBytes(incoming) > maxUnread) closeAfterAnswer(incoming, outgoing)
  return new Response(why, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** Answers somebody without access. A right token is never refused for the wrong ones of others. */
export function refuseStranger(context: Context<Env>, mayGuess: Parts['mayGuess']): Response {
  const { headers, socket } = context.env.incoming
  const isGuess = headers.authorization !== undefined
  return isGuess && !mayGuess(socket.remoteAddress ?? '')
    ? refuse(context, 429, 'too often')
    : refuse(context, 401, 'not let in')
}

export const send = (
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...headers },
  })

export const answer = (value: unknown): Response => send('application/json', JSON.stringify(value))

/** The path as sent: nothing is decoded or resolved. */
function pathOf(request: IncomingMessage | undefined): string {
  const [path = ''] = (request?.url ?? '').split('?')
  // An absolute address is not one of our paths.
  return path.startsWith('/') ? path : `/${path}`
}

export const queryOf = ({ url = '' }: IncomingMessage): string => url.split('?')[1] ?? ''

/** For handlers that write the response themselves: Hono calls them for HEAD as for GET. */
const getAlone: MiddlewareHandler<Env> = async (context, next) =>
  context.env.incoming.method === 'GET' ? next() : refuse(context, 405, 'only GET')

/**
 * The page, the door and the menu's pictures, for callers without access. Nothing here reads a
 * body. An image sends no headers of ours, so whoever knows a picture's name may load it: only those
 * who may read the board learn it.
 */
function serveAnybody(app: Hono<Env>, parts: Parts): void {
  const { kitchen, pageDir } = parts
  const files = new PageFiles(pageDir, parts.head)
  parts.serveDoor(app)
  app.get('/pictures/*', async (context) => {
    const name = pictureName(context.req.path)
    const picture = name === null ? null : await kitchen.picture(name)
    return picture === null
      ? refuse(context, 404, 'no such picture')
      : new Response(picture.bytes, { headers: pictureHeaders(picture.type) })
  })
  app.get('*', async (context, next) => (await files.find(context.req.path)) ?? next())
}

/** The JSON of a call, null if it isn't JSON; undefined if it was rejected, with the answer sent. */
function readMessage(
  { env: { incoming, outgoing } }: Context<Env>,
  room: BodyBudget,
): Promise<unknown> {
  return withBody(incoming, { max: maxOfScreen, room }, async (body) => {
    if (typeof body === 'string') {
      // Let the sender read the reason.
      outgoing.setHeader('content-type', 'text/plain; charset=utf-8')
      if (body === 'no-room') outgoing.setHeader('retry-after', '1')
      return body === 'too-large'
        ? answerSending(outgoing, 413, 'too large')
        : answerSending(outgoing, 503, 'too much at once')
    }
    try {
      return JSON.parse(body.toString('utf8')) as unknown
    } catch {
      return null
    }
  })
}

/** Everything else, for callers with access: the caller is checked before any body is read. */
function serveScreen(app: Hono<Env>, parts: Parts): void {
  const { kitchen, connections, streams, mayGuess } = parts
  const exports = new Exports(kitchen)
  app.get('/exports/*', getAlone, async (context) => {
    const { incoming, outgoing } = context.env
    const screenId = parts.screenOf(incoming.headers.authorization)
    if (await exports.send(incoming.url ?? '', screenId, outgoing)) return RESPONSE_ALREADY_SENT
    return screenId === null
      ? refuseStranger(context, mayGuess)
      : refuse(context, 404, 'no such export')
  })
  app.use(async (context, next) => {
    const { headers, socket } = context.env.incoming
    const screenId = parts.screenOf(headers.authorization)
    if (screenId === null) return refuseStranger(context, mayGuess)
    connections.vouch(socket, screenId)
    if (!parts.mayAsk(screenId)) return refuse(context, 429, 'too often')
    context.set('screenId', screenId)
    return next()
  })
  const budgets = new BodyBudgets()
  const repeats = new Repeats(() => performance.now())
  app.all('/call', async (context) => {
    const { screenId } = context.var
    const { method, headers } = context.env.incoming
    if (method !== 'POST' || headers['content-type']?.startsWith('application/json') !== true)
      return refuse(context, 405, 'only POST of JSON')
    const message = await readMessage(context, budgets.of(screenId))
    // The answer has been sent already.
    if (message === undefined) return RESPONSE_ALREADY_SENT
    const parsed = callSchema.safeParse(message)
    if (!parsed.success) return answer(fail('bad-input', 'not a call'))
    const { name, input, id: callId } = parsed.data
    const text = await repeats.run({ screenId, callId }, () =>
      kitchen.call(kitchen.caller(screenId), name, input),
    )
    return send('application/json', text)
  })
  app.post('/exports/:name{[\\w-]{1,100}\\.(?:csv|kpbackup)}', (context) => {
    const { name } = context.req.param()
    return answer({ address: exports.address(name, context.var.screenId) })
  })
  app.use(async (context, next) =>
    ['GET', 'HEAD'].includes(context.env.incoming.method ?? '')
      ? next()
      : refuse(context, 405, 'only GET'),
  )
  app.get('/first', async ({ var: { screenId } }) => {
    // Before the view: an event in between is sent again, and none is missed.
    const { reported } = streams
    return answer({ reported, view: await readFirstView(kitchen, kitchen.caller(screenId)) })
  })
  app.get('/events', getAlone, ({ env: { incoming, outgoing }, var: { screenId } }) => {
    const reported = /^after=(\d{1,15})$/.exec(queryOf(incoming))?.[1]
    streams.open(outgoing, screenId, reported === undefined ? null : Number(reported))
    return RESPONSE_ALREADY_SENT
  })
}

/**
 * Answers requests to the screens: common middleware, then public routes, then routes with access.
 * The only body read here is that of a screen's call.
 */
export function createApp(
  parts: Parts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const app = new Hono<Env>({ getPath: (_request, options) => pathOf(options?.env?.incoming) })
  app.use(parts.guard)
  serveAnybody(app, parts)
  serveScreen(app, parts)
  app.notFound((context) => refuse(context, 404, 'no such page'))
  // The sender went away, or worse.
  app.onError((_cause, { env }) => {
    env.outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  })
  // Otherwise it would read on in a rejected body.
  return getRequestListener(app.fetch, { autoCleanupIncoming: false })
}
