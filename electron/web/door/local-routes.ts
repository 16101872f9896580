import type { Hono, MiddlewareHandler } from 'hono'
import { answer, refuse, refuseStranger, send, type Env } from '../app.ts'
import { doorPage, doorScript, doorStyle, keepTokenScript, noWorker } from './door-page.ts'
import type { LocalDoor } from './local-door.ts'

/**
 * Another Host is a rebound name, another Origin another site. `authority` is the screens' only
 * host.
 */
export const localGuard =
  (authority: string): MiddlewareHandler<Env> =>
  async (context, next) => {
    const { method, headers } = context.env.incoming
    const host = (headers.host ?? '').toLowerCase()
    if (host === authority.replace(/^[^:]*/, 'localhost') && method === 'GET')
      return context.redirect(`http://${authority}/`)
    if (host !== authority) return refuse(context, 421, 'not a host of this kitchen')
    if (headers.origin !== undefined && headers.origin !== `http://${host}`)
      return refuse(context, 403, 'another site')
    if (headers['service-worker'] !== undefined) return send('text/javascript', noWorker)
    return next()
  }

/** The page where a browser of this computer shows its key. */
export function serveLocalDoor(
  app: Hono<Env>,
  door: LocalDoor,
  mayGuess: (address: string) => boolean,
): void {
  app.all('/key', (context) => {
    const { method, headers } = context.env.incoming
    if (method !== 'POST') return refuse(context, 405, 'only POST')
    const token = door.letIn(headers.authorization)
    return token === null ? refuseStranger(context, mayGuess) : answer({ token })
  })
  app.get('/door', ({ env }) =>
    send('text/html', doorPage(env.incoming.headers['accept-language'])),
  )
  app.get('/door.js', () => send('text/javascript', doorScript))
  app.get('/keep-token.js', () => send('text/javascript', keepTokenScript))
  app.get('/door.css', () => send('text/css', doorStyle))
}
