import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { FleetStore, FleetUser } from '#contract/relay/fleet.ts'
import { filterOfQuery } from '#contract/relay/store-filter.ts'
import { withBody, BodyRoom } from '#host/feeds/body.ts'
import { securityHeaders } from '#host/page/asset.ts'
import { closeAfterAnswer, type Connections } from '#receiver/connections.ts'
import { PageFiles } from '#receiver/page-files.ts'
import type { Days } from './days.ts'
import type { Instructions } from './instructions.ts'
import type { PageStreams } from './page-streams.ts'
import { isJson, noStore, parseJson, type Env } from './request.ts'
import { serveInstructions } from './serve-instructions.ts'
import { endOfSession, type FleetSessions } from './sessions.ts'
import { storeList } from './store-list.ts'
import type { StoreTable } from './store-table.ts'

/** Of a header that every load balancer on the way adds to, the first is the browser's own. */
const firstOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')[0]
    ?.trim() ?? ''

/** The host with its port as a browser writes it, without the port that the scheme has anyway. */
function hostOf(protocol: string, host: string): string | null {
  const address = `${protocol}//${host}`
  return host !== '' && URL.canParse(address) ? new URL(address).host : null
}

/**
 * Whether a request that changes something may come from where it comes from: a page of this
 * server, or a program that is no browser.
 *
 * A browser says with each POST which page sends it (`Origin`), and newer ones also how near that
 * page is (`Sec-Fetch-Site`); no page can change either. The origin must be the address of this
 * page. Behind a load balancer that is the public name, which comes as `Host` or, where the load
 * balancer writes its own there, as `X-Forwarded-Host`; `X-Forwarded-Proto` has the scheme, if it is
 * given. A foreign page can't add these headers without asking this server first. A request
 * without `Origin` and `Sec-Fetch-Site` is no browser's, so it has no cookie that somebody else put
 * there.
 */
function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined) return true
  // A sandboxed page has the origin `null`.
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  const scheme = firstOf(headers['x-forwarded-proto'])
  if (scheme !== '' && protocol !== `${scheme}:`) return false
  return [headers.host ?? '', firstOf(headers['x-forwarded-host'])].some(
    (own) => hostOf(protocol, own) === host,
  )
}

/** What the server of the fleet page answers with. */
export interface FleetParts {
  /** The name of the chain. */
  chain: string
  pageDir: string
  table: StoreTable
  days: Days
  instructions: Instructions
  streams: PageStreams
  sessions: FleetSessions
  connections: Connections
  /** Whether the stores can be heard. */
  isReady(): boolean
}

/** A key has 43 letters. */
const maxLogin = 1_024
const loginSchema = z.strictObject({ key: z.string().max(200) })

/** A browser on this machine needs no TLS: nobody else reads what is sent there. */
const localHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/

const isOnThisMachine = ({ headers }: IncomingMessage): boolean =>
  headers['x-forwarded-proto'] === undefined && localHost.test(headers.host ?? '')

/** Whether the browser came by TLS, to the load balancer, or is on this machine. */
const isSecure = (request: IncomingMessage): boolean =>
  request.headers['x-forwarded-proto'] === 'https' || isOnThisMachine(request)

/** At a relay's address the page is below `/fleet`. */
const pathOf = (url = '/'): string => (url.split('?')[0] ?? '/').replace(/^\/fleet(?=\/)/, '')

/** Logging in and out, which needs no session. */
function serveLogin(app: Hono<Env>, { chain, sessions }: FleetParts): void {
  const room = new BodyRoom(64 * maxLogin)
  const meOf = (user: FleetUser) => ({ ...user, chain })

  app.get('/me', (context) => {
    const { incoming } = context.env
    const user = sessions.userOf(incoming.headers.cookie)
    const cookie = sessions.renew(incoming.headers.cookie, !isOnThisMachine(incoming))
    if (user === null || cookie === null) return context.text('log in first', 401, noStore)
    return context.json(meOf(user), 200, { ...noStore, 'set-cookie': cookie })
  })
  app.post('/login', async (context) => {
    const { incoming } = context.env
    if (!isJson(incoming)) return context.text('only JSON', 415)
    // The key would be on the network for anybody to read.
    if (!isSecure(incoming)) return context.text('only over HTTPS', 403)
    const text = await withBody(incoming, { max: maxLogin, room }, (body) =>
      Promise.resolve(typeof body === 'string' ? null : body.toString('utf8')),
    )
    const read = loginSchema.safeParse(parseJson(text))
    if (!read.success) return context.text('not a login', 400)
    const opened = sessions.open(read.data.key, !isOnThisMachine(incoming))
    if (opened === null) return context.text('unknown key', 401)
    return context.json(meOf(opened.user), 200, { ...noStore, 'set-cookie': opened.cookie })
  })
  app.post('/logout', (context) =>
    isJson(context.env.incoming)
      ? context.body(null, 204, { 'set-cookie': endOfSession })
      : context.text('only JSON', 415),
  )
}

/** 5,000 stores with long ids. */
const maxQuery = 512 * 1_024
const querySchema = z.strictObject({ query: z.string() })

/** A slow computer reads a line of so many in a few milliseconds. */
const storesALine = 80

/** The stores in lines of JSON, for a page that reads them line by line. */
function linesOf(stores: readonly FleetStore[]): string {
  const lines: string[] = []
  for (let at = 0; at < stores.length; at += storesALine)
    lines.push(`${JSON.stringify(stores.slice(at, at + storesALine))}\n`)
  return lines.join('')
}

/** The stores as a file. */
async function answerList(
  context: Context<Env>,
  table: StoreTable,
  query: Readonly<Record<string, string>>,
): Promise<Response> {
  return context.body(await storeList(table.all(), filterOfQuery(query)), 200, {
    ...noStore,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="stores.csv"',
  })
}

/** The stores, for people who logged in. */
function serveStores(app: Hono<Env>, parts: FleetParts): void {
  const { table, days, streams, sessions, connections } = parts
  const room = new BodyRoom(4 * maxQuery)
  app.use(async (context, next) => {
    const { incoming } = context.env
    const user = sessions.userOf(incoming.headers.cookie)
    if (user === null) return context.text('log in first', 401, noStore)
    connections.vouch(incoming.socket, user.name)
    context.set('user', user)
    return next()
  })
  app.get('/events', ({ env: { incoming, outgoing } }) => {
    const { cookie } = incoming.headers
    streams.open(outgoing, () => sessions.userOf(cookie) !== null)
    return RESPONSE_ALREADY_SENT
  })
  app.get('/stores', (context) => {
    const headers = { ...noStore, 'content-type': 'application/x-ndjson' }
    return context.body(linesOf(table.all()), 200, headers)
  })
  app.get('/stores.csv', (context) => answerList(context, table, context.req.query()))
  // A pasted list is too long for an address.
  app.post('/stores.csv', async (context) => {
    const { incoming } = context.env
    if (!isJson(incoming)) return context.text('only JSON', 415)
    const text = await withBody(incoming, { max: maxQuery, room }, (body) =>
      Promise.resolve(typeof body === 'string' ? null : body.toString('utf8')),
    )
    const read = querySchema.safeParse(parseJson(text))
    if (!read.success) return context.text('not a query', 400)
    return answerList(context, table, Object.fromEntries(new URLSearchParams(read.data.query)))
  })
  app.get('/day', (context) => {
    const store = context.req.query('store') ?? ''
    if (!table.has(store)) return context.text('no such store', 404)
    return context.json(days.dayOf(store), 200, noStore)
  })
}

/** Closes the connection of a sender whose body isn't read. */
function refuseBody({ env: { incoming, outgoing } }: Context<Env>): void {
  if (incoming.method !== 'POST') closeAfterAnswer(incoming, outgoing)
}

/** Answers the fleet page's requests. */
export function createFleetApp(
  parts: FleetParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const app = new Hono<Env>({ getPath: (_request, options) => pathOf(options?.env?.incoming.url) })
  const files = new PageFiles(parts.pageDir)
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(securityHeaders))
      context.env.outgoing.setHeader(name, value)
    const { incoming, outgoing } = context.env
    if (['GET', 'HEAD'].includes(incoming.method ?? '')) return next()
    refuseBody(context)
    if (isSameOrigin(incoming.headers)) return next()
    closeAfterAnswer(incoming, outgoing)
    return context.text('only from the fleet page', 403)
  })
  app.get('/fleet', (context) => context.redirect('/fleet/'))
  app.get('/health', (context) =>
    context.json({ ok: parts.isReady() }, parts.isReady() ? 200 : 503, noStore),
  )
  serveLogin(app, parts)
  app.get('*', async (context, next) => (await files.find(context.req.path)) ?? next())
  serveStores(app, parts)
  serveInstructions(app, parts)
  app.notFound((context) => context.text('no such page', 404))
  // The sender went away, or worse.
  app.onError((_cause, { env }) => {
    env.outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  })
  return getRequestListener(app.fetch, { autoCleanupIncoming: false })
}
