import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Connection } from './connection.ts'
import { createDialect } from './dialect.ts'
import { EvenPace } from './call/pace.ts'

export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | undefined
  userAgent: string | undefined
  /** Undefined if there was none. */
  body: unknown
}

/** The answer; null closes the connection. */
export type OddAnswer = {
  status?: number
  headers?: Record<string, string>
  body: unknown
} | null

/** A real server with custom answers. */
export async function startOddPlatform(answer: (request: SeenRequest) => OddAnswer) {
  const seen: SeenRequest[] = []
  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
    const body = await text(incoming)
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      authorization: incoming.headers.authorization,
      userAgent: incoming.headers['user-agent'],
      body: body === '' ? undefined : JSON.parse(body),
    }
    seen.push(request)
    const answered = answer(request)
    if (answered === null) {
      outgoing.destroy()
      return
    }
    const { status = 200, headers = {}, body: json } = answered
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(JSON.stringify(json))
  }
  const server = createServer((incoming, outgoing) => {
    // The caller may hang up before its body is read.
    reply(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    seen,
    /** A connection to it whose profile has these overrides. */
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

/** The same with the test's clock: waits take no time and are recorded. `nth` counts from 1. */
export async function startPatientPlatform(
  answer: (request: SeenRequest, nth: number) => OddAnswer,
) {
  const platform = await startOddPlatform((request) => answer(request, platform.seen.length))
  const waited: number[] = []
  let time = 0
  const pace = new EvenPace({
    now: () => time,
    wait: (milliseconds) => {
      waited.push(milliseconds)
      time += milliseconds
      return Promise.resolve()
    },
  })
  return { ...platform, connection: { ...platform.connection(), pace }, waited }
}
