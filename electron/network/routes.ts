import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Hono, MiddlewareHandler } from 'hono'
import { renderSVG } from 'uqr'
import { policyOf, securityHeaders } from '#host/page/asset.ts'
import { answer, queryOf, refuse, send, type Env } from '#web/app.ts'
import { keepTokenScript, noWorker } from '#web/door/door-page.ts'
import { makeToken } from '#web/door/screen-list.ts'
import { Rates } from '#receiver/rates.ts'
import { announcedName, plainAddress } from '#receiver/addresses.ts'
import { workerPath } from './installed.ts'
import { pairPage, pairScript, pairStyle } from './pair-page.ts'
import type { Pairing } from '#host/network/pairing.ts'
import { codeLastsMs } from '#host/network/waiting-list.ts'
import { systemOf } from './trust/system.ts'

/** A page requests about a hundred files. */
const rateOfAddress = { burst: 2_000, perSecond: 200 }
export const rateOfScreen = { burst: 500, perSecond: 50 }
/** New codes for one address. */
const rateOfCodes = { burst: 15, perSecond: 1 / 10 }

export const addressOf = ({ socket }: IncomingMessage): string =>
  plainAddress(socket.remoteAddress ?? '')

/**
 * Another Host is a rebound name, another Origin another site. `isHost` knows the names of the
 * certificate, with the port.
 */
export function networkGuard(
  isHost: (host: string) => boolean,
  now: () => number,
): MiddlewareHandler<Env> {
  const rates = new Rates(rateOfAddress, now)
  return async (context, next) => {
    const { incoming } = context.env
    const { headers } = incoming
    const host = (headers.host ?? '').toLowerCase()
    if (!isHost(host)) return refuse(context, 421, 'not a host of this kitchen')
    const { origin } = headers
    const isOwnPage = origin === undefined || origin === `https://${host}`
    if (!isOwnPage && !(context.req.path === hostPath && isOriginOf(isHost, origin)))
      return refuse(context, 403, 'another site')
    if (!rates.take(addressOf(incoming))) return refuse(context, 429, 'too often')
    if (headers['service-worker'] !== undefined && context.req.path !== workerPath)
      return send('text/javascript', noWorker)
    context.env.outgoing.setHeader('content-security-policy', pagePolicy)
    return next()
  }
}

/** Says which host this is, also to a page at another address of it. */
const hostPath = '/host'

const isOriginOf = (isHost: (host: string) => boolean, origin: string): boolean =>
  origin.startsWith('https://') && isHost(origin.slice('https://'.length))

/** The page may also say how it is shown on a home screen. */
const pagePolicy = `${securityHeaders['content-security-policy']}; manifest-src 'self'`

/** The page with the code registers the service worker, for which there is no trusted type. */
const doorPolicy = (lastingOrigin: string | null): string =>
  policyOf({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': `'self' ${lastingOrigin ?? ''}`,
    'manifest-src': "'self'",
  })

interface NetworkDoorParts {
  pairing: Pairing
  now: () => number
  isHost(host: string): boolean
}

/** The page on which a new screen shows its code and waits. */
export function serveNetworkDoor(app: Hono<Env>, { pairing, now, isHost }: NetworkDoorParts): void {
  const codes = new Rates(rateOfCodes, now)
  // Two addresses that answer the same lead to the same host.
  const thisHost = randomUUID()
  // The trust page asks this without reading it: it only sees whether the connection is trusted.
  app.get('/trusted', (context) => {
    context.env.outgoing.setHeader('cross-origin-resource-policy', 'cross-origin')
    return context.body(null, 204)
  })
  app.get(hostPath, (context) => {
    const { headers } = context.env.incoming
    if (headers.origin !== undefined)
      context.env.outgoing.setHeader('access-control-allow-origin', headers.origin)
    context.env.outgoing.setHeader('cross-origin-resource-policy', 'cross-origin')
    return send('text/plain', thisHost)
  })
  app.get('/door', ({ env }) => {
    const { headers } = env.incoming
    const [port = ''] = /:\d+$/.exec(headers.host ?? '') ?? []
    const lasting = `${announcedName}${port}`
    const lastingOrigin = isHost(lasting) ? `https://${lasting}` : null
    return send('text/html', pairPage(headers['accept-language'], lastingOrigin), {
      'content-security-policy': doorPolicy(lastingOrigin),
    })
  })
  app.get('/pair.js', () => send('text/javascript', pairScript))
  app.get('/web/door/keep-token.js', () => send('text/javascript', keepTokenScript))
  app.get('/pair.css', () => send('text/css', pairStyle))
  app.post('/pair', (context) => {
    const { incoming } = context.env
    const address = addressOf(incoming)
    if (!codes.take(address)) return refuse(context, 429, 'too often')
    const hasTouch = incoming.headers['kitchen-pass-touch'] === 'yes'
    const system = systemOf(incoming.headers['user-agent'], hasTouch)
    // Worth nothing until a manager lets the screen in. The managers know the id, so the outcome,
    // which is asked with it, can't bring the token.
    const { token, tokenHash } = makeToken()
    const asked = pairing.ask({ tokenHash, address, system })
    return answer({ ...asked, token, seconds: codeLastsMs / 1_000 })
  })
  app.get('/pair/outcome', ({ env }) => answer({ outcome: pairing.outcome(queryOf(env.incoming)) }))
  app.post('/pair/leave', (context) => {
    pairing.leave(queryOf(context.env.incoming))
    return context.body(null, 204)
  })
  app.get('/pair/code.svg', (context) => {
    const { incoming } = context.env
    const code = pairing.codeOf(queryOf(incoming))
    if (code === null) return refuse(context, 404, 'no such code')
    const host = incoming.headers.host ?? ''
    return send('image/svg+xml', renderSVG(`https://${host}/#/setup/network?code=${code}`))
  })
}
