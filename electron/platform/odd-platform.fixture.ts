import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Connection } from './connection.ts'
import { createDialect } from './dialect.ts'

/** What a request was, as the platform saw it. */
export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | undefined
  /** Undefined where there was none. */
  body: unknown
}

/** A real server that answers what a test wants it to. */
export async function startOddPlatform(
  answer: (request: SeenRequest) => { status?: number; body: unknown },
) {
  const seen: SeenRequest[] = []
  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
    const body = await text(incoming)
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      authorization: incoming.headers.authorization,
      body: body === '' ? undefined : JSON.parse(body),
    }
    seen.push(request)
    const { status = 200, body: json } = answer(request)
    outgoing.writeHead(status, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(json))
  }
  const server = createServer((incoming, outgoing) => void reply(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    seen,
    /** A connection to it whose profile says otherwise what it overrides. */
    connection: (overrides: Readonly<Record<string, string>> = {}): Connection => ({
      v3Url: `${origin}/v3`,
      v1Url: `${origin}/v1`,
      tabsUrl: `${origin}/tabs`,
      token: 'a-token',
      channelToken: 'a-channel-token',
      dialect: createDialect(overrides),
    }),
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
