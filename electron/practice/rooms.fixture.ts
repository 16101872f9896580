import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Rooms } from './answers.ts'
import { addRoutes, type Env } from './app.ts'

interface Answered {
  status: number
  body: unknown
}

/** Some rooms of the practice platform on a real loopback port, without a check of tokens. */
export async function serveRooms(rooms: Partial<Rooms>) {
  const app = new Hono<Env>()
  app.use((context, next) => {
    context.set('rooms', rooms as Rooms)
    return next()
  })
  addRoutes(app, { v3: '', v1: '', tabs: '' }, (_operation, data) => data)
  const answer = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function ask(path: string, init?: RequestInit): Promise<Answered> {
    const response = await fetch(origin + path, init)
    return { status: response.status, body: await response.json() }
  }

  return {
    origin,
    ask,
    /** Sends a body as JSON; a string is sent unchanged. */
    send: async (method: string, path: string, body: unknown, headers: object = {}) =>
      ask(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
