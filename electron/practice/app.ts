import { Hono } from 'hono'
import { failure } from './envelope.ts'
import { me } from './me.ts'
import { menu } from './menu.ts'
import type { OrderDesk } from './order-desk.ts'
import { orders } from './orders.ts'

/** Where each of the three interfaces of api.md begins. */
export const basePaths = { v3: '/api/v3', v1: '/api/v1', tabs: '/api/tabs' }

/** Every endpoint of the practice platform, one file an area. A token is asked for before anything else. */
export function createApp(token: string, desk: OrderDesk): Hono {
  const v3 = new Hono()
  v3.use(async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${token}`) {
      return failure(context, 401, 'unauthorized', 'A valid access token is required')
    }
    return next()
  })
  v3.route('/', me())
  v3.route('/', menu())
  v3.route('/', orders(desk))

  const app = new Hono()
  app.route(basePaths.v3, v3)
  app.notFound((context) => failure(context, 404, 'not-found', 'No such endpoint'))
  app.onError((error, context) => failure(context, 500, 'internal', error.message))
  return app
}
