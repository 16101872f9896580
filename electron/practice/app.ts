import { Hono, type Context } from 'hono'
import { dialect } from './dialect.ts'
import { failure, failureV1 } from './envelope.ts'
import type { WebsiteFacts } from './practice-store.ts'

/** Where each of the three interfaces begins. */
export const basePaths = { v3: '/api/v3', v1: '/api/v1', tabs: '/api/tabs' }
type Base = keyof typeof basePaths

/** The endpoints of each interface, one Hono app an area. */
export type Areas = Readonly<Record<Base, Hono[]>>

/** A website's endpoints, and the tokens that lead to them. */
interface Served {
  facts: Pick<WebsiteFacts, 'token' | 'channelToken'>
  areas: Areas
}

const notFound = (context: Context): Response =>
  context.req.path.startsWith(basePaths.v1)
    ? failureV1(context, 404, 'No such method')
    : failure(context, 404, 'not-found', 'No such endpoint')

const broken = (error: Error, context: Context): Response =>
  failure(context, 500, 'internal', error.message)

/** What is said where no website has the token. */
const unauthorized: Record<Base, (context: Context) => Response> = {
  v3: (context) => failure(context, 401, 'unauthorized', 'A valid access token is required'),
  v1: (context) => failureV1(context, 401, 'A valid API token is required'),
  tabs: (context) =>
    failure(context, 401, 'unauthorized', 'The token of the sales channel is required'),
}

const authorizationOf = (base: Base, { token, channelToken }: Served['facts']): string =>
  base === 'tabs'
    ? dialect.completeOrderAuthorization.replace('{token}', channelToken)
    : `Bearer ${token}`

/** One interface of one website, alone. */
function bodyOf(base: Base, areas: readonly Hono[]): Hono {
  const body = new Hono()
  for (const area of areas) body.route(basePaths[base], area)
  body.notFound(notFound)
  body.onError(broken)
  return body
}

/**
 * The practice platform's three interfaces. The token comes before anything else: it says whose data there is, and
 * nobody else's can be reached from there. What is `beside` them, the control page, asks for none.
 */
export function createApp(websites: readonly Served[], beside: readonly Hono[]): Hono {
  const app = new Hono()
  for (const base of ['v3', 'v1', 'tabs'] as const) {
    const bodies = new Map(
      websites.map(({ facts, areas }) => [authorizationOf(base, facts), bodyOf(base, areas[base])]),
    )
    app.all(`${basePaths[base]}/*`, (context) => {
      const body = bodies.get(context.req.header('authorization') ?? '')
      return body === undefined ? unauthorized[base](context) : body.fetch(context.req.raw)
    })
  }
  for (const area of beside) app.route('/', area)
  app.notFound(notFound)
  app.onError(broken)
  return app
}
