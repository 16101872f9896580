import { Hono } from 'hono'
import { dialect } from './dialect.ts'
import { failure, failureV1 } from './envelope.ts'
import { practiceChannelToken, practiceToken } from './practice-store.ts'

/** Where each of the three interfaces begins. */
export const basePaths = { v3: '/api/v3', v1: '/api/v1', tabs: '/api/tabs' }

/** The endpoints of each interface, one Hono app an area. */
export interface Areas {
  v3: Hono[]
  v1: Hono[]
  tabs: Hono[]
  /** What is not the platform's interface: the control page. Asks for no token. */
  beside: Hono[]
}

/** The practice platform's three interfaces; each asks for its token before anything else. */
export function createApp(areas: Areas): Hono {
  const v3 = new Hono()
  v3.use(async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${practiceToken}`) {
      return failure(context, 401, 'unauthorized', 'A valid access token is required')
    }
    return next()
  })

  const v1 = new Hono()
  v1.use(async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${practiceToken}`) {
      return failureV1(context, 401, 'A valid API token is required')
    }
    return next()
  })

  const channel = dialect.completeOrderAuthorization.replace('{token}', practiceChannelToken)
  const tabs = new Hono()
  tabs.use(async (context, next) => {
    if (context.req.header('authorization') !== channel) {
      return failure(context, 401, 'unauthorized', 'The token of the sales channel is required')
    }
    return next()
  })

  const app = new Hono()
  for (const [base, bodyOf] of [
    ['v3', v3],
    ['v1', v1],
    ['tabs', tabs],
  ] as const) {
    for (const area of areas[base]) bodyOf.route('/', area)
    app.route(basePaths[base], bodyOf)
  }
  for (const area of areas.beside) app.route('/', area)
  app.notFound((context) =>
    context.req.path.startsWith(basePaths.v1)
      ? failureV1(context, 404, 'No such method')
      : failure(context, 404, 'not-found', 'No such endpoint'),
  )
  app.onError((error, context) => failure(context, 500, 'internal', error.message))
  return app
}
