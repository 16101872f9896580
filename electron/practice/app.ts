import { Hono, type Context } from 'hono'
import type { OperationSpec } from '#platform/operation.ts'
import { envelopes, pathOf } from '#platform/read-answer.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { Refusal, type Rooms } from './answers.ts'
import { dialect } from './dialect.ts'
import type { WebsiteFacts } from './practice-store.ts'

type Base = OperationSpec['base']
type Paths = Readonly<Record<Base, string>>

export const basePaths: Paths = { v3: '/api/v3', v1: '/api/v1', tabs: '/api/tabs' }
const bases = ['v3', 'v1', 'tabs'] as const

/** The interface of a path; undefined if it belongs to none. */
export const baseOf = (path: string): Base | undefined =>
  bases.find((base) => path.startsWith(basePaths[base]))

/** A website's operations and the tokens that give access to them. */
interface Served {
  facts: Pick<WebsiteFacts, 'token' | 'channelToken'>
  rooms: Rooms
}

/** The rooms of the website whose token the request has. */
export interface Env {
  Variables: { rooms: Rooms }
}

/** Changes the data of an answer before it is sent. */
export type AnswerChange = (operation: PlatformOperationName, data: unknown) => unknown

/** The data of a success in the envelope of its interface. */
export const wrap = (base: Base, data: unknown): unknown =>
  ({ v3: { success: true, data }, v1: { status: 'ok', data }, bare: data })[envelopes[base]]

/** An error in the envelope of its interface. The sales channel's isn't documented; we use version 3's. */
export const wrapError = (base: Base, error: string, message: string, data?: object): object =>
  base === 'v1'
    ? { status: 'error', error: message, ...(data && { data }) }
    : { success: false, error: { error, message } }

function refuse(
  context: Context<Env>,
  base: Base,
  { status, error, message, data }: Refusal,
): Response {
  // The sentence is the specification's; the detail is ours.
  const text =
    error === 'error' && base !== 'v1' ? `The request has an error (${message})` : message
  return context.json(wrapError(base, error, text, data), status)
}

/** Adds a route for each operation, each interface below its own path. */
export function addRoutes(app: Hono<Env>, paths: Paths, changeAnswer: AnswerChange): void {
  for (const name of Object.keys(platformOperations) as PlatformOperationName[]) {
    const { spec }: { spec: OperationSpec } = platformOperations[name]
    const path = pathOf(spec, dialect).replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(spec.method, paths[spec.base] + path, async (context) => {
      const answer = await context.get('rooms')[name].ask(context.req)
      return answer instanceof Refusal
        ? refuse(context, spec.base, answer)
        : context.json(wrap(spec.base, changeAnswer(name, answer)))
    })
  }
}

/** The messages for a token that belongs to no website. */
const unauthorized: Record<Base, string> = {
  v3: 'A valid access token is required',
  v1: 'A valid API token is required',
  tabs: 'The token of the sales channel is required',
}

const authorizationOf = (base: Base, { token, channelToken }: Served['facts']): string =>
  base === 'tabs'
    ? dialect.completeOrderAuthorization.replace('{token}', channelToken)
    : `Bearer ${token}`

/**
 * The three interfaces of the practice platform. The token is checked first and selects the
 * website, so nobody reaches another website's data. The `others`, such as the control
 * page, need no token.
 */
export function practiceApp(
  websites: readonly Served[],
  others: readonly Hono[],
  changeAnswer: AnswerChange,
): Hono<Env> {
  const app = new Hono<Env>()
  for (const base of bases) {
    const byToken = new Map(
      websites.map(({ facts, rooms }) => [authorizationOf(base, facts), rooms]),
    )
    app.use(`${basePaths[base]}/*`, async (context: Context<Env>, next) => {
      const rooms = byToken.get(context.req.header('authorization') ?? '')
      if (rooms === undefined)
        return refuse(context, base, new Refusal(401, 'unauthorized', unauthorized[base]))
      context.set('rooms', rooms)
      return next()
    })
  }
  addRoutes(app, basePaths, changeAnswer)
  for (const area of others) app.route('/', area)
  app.notFound((context) => {
    const isVersion1 = baseOf(context.req.path) === 'v1'
    const message = isVersion1 ? 'No such method' : 'No such endpoint'
    return refuse(context, isVersion1 ? 'v1' : 'v3', new Refusal(404, 'not-found', message))
  })
  app.onError((error, context) =>
    refuse(context, 'v3', new Refusal(500, 'internal', error.message)),
  )
  return app
}
