import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { basePaths } from '../app.ts'

const isVersion1 = (path: string): boolean => path.startsWith(basePaths.v1)

/** An error in the envelope of its interface, with Retry-After in seconds where it is given. */
export function errorAnswer(
  path: string,
  status: number,
  message: string,
  retryAfterSeconds?: number,
): Response {
  const body = isVersion1(path)
    ? { status: 'error', error: message }
    : { success: false, error: { error: 'error', message } }
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return Response.json(body, retryAfterSeconds === undefined ? { status } : { status, headers })
}

/** A success that holds nothing of what it should. */
export const unreadableAnswer = (path: string): Response =>
  Response.json(isVersion1(path) ? { status: 'ok', data: 7 } : { success: true, data: 7 })

/** What a guest network answers to everything until somebody logs in. */
export const captivePortal = (): Response =>
  new Response(
    '<!doctype html><title>Wi-Fi</title><h1>Welcome to the guest network</h1>' +
      '<form method="post" action="/login"><button>Log in</button></form>',
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

/** The connection is cut without a word. */
export function cutLine({ incoming }: HttpBindings): Response {
  incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** The connection is cut when half of the answer's body is through. */
export async function cutInAnswer(
  answer: Response,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer())
  outgoing.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    'content-length': body.length,
  })
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy())
  return RESPONSE_ALREADY_SENT
}
