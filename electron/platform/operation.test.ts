import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDialect } from './dialect.ts'
import type { CallResult } from './failure.ts'
import { readMe } from './me.ts'

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const ask = (port: number): Promise<CallResult<unknown>> =>
  readMe({
    v3Url: `http://127.0.0.1:${port}/v3`,
    v1Url: null,
    tabsUrl: null,
    token: 'a-token',
    channelToken: null,
    dialect: createDialect(),
  })

async function asked(answer: RequestListener): Promise<CallResult<unknown>> {
  return ask(await listen(createHttpServer(answer)))
}

const json =
  (status: number, body: unknown, headers = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

const me = { website: { _id: 'w' }, stores: [] }

describe('nothing was sent', () => {
  test('a closed port', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    await once(server, 'close')
    expect(await ask(port)).toMatchObject({ failure: { kind: 'not-sent', words: 'ECONNREFUSED' } })
  })
})

describe('the answer is lost', () => {
  test('the line is cut before it', async () => {
    const port = await listen(createServer((socket) => socket.once('data', () => socket.destroy())))
    expect(await ask(port)).toMatchObject({ failure: { kind: 'lost', status: null } })
  })

  test('the line is cut in the middle of it', async () => {
    const answer = await asked((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"success":', () => response.destroy())
    })
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'lost' } })
  })
})

describe('the platform answers', () => {
  test.each([
    ['a success', json(200, { success: true, data: me }), { ok: true, value: me }],
    ['a success in text', json(200, { success: 'true', data: me }), { ok: true }],
    [
      'a no',
      json(400, {
        success: 'false',
        error: { error: 'error', message: 'The request has an error' },
      }),
      { failure: { kind: 'answered', status: 400, words: 'The request has an error' } },
    ],
    [
      'a no under 200',
      json(200, { success: 'false', error: { error: 'error' } }),
      { failure: { kind: 'answered', status: 200, words: 'error' } },
    ],
    [
      'an error without words',
      json(500, 'oops'),
      { failure: { kind: 'answered', status: 500, words: 'status 500' } },
    ],
    [
      'come back later',
      json(429, {}, { 'retry-after': '7' }),
      { failure: { kind: 'answered', status: 429, retryAfterMs: 7_000 } },
    ],
    [
      'a field that is not what it should be',
      json(200, { success: true, data: { website: { _id: 'w' }, stores: 'all' } }),
      {
        failure: { kind: 'unreadable', words: expect.stringMatching(/^data\.stores: /) as string },
      },
    ],
    [
      'a captive portal',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end('<html>Welcome to the Wi-Fi</html>')
      },
      { failure: { kind: 'portal', status: 200, words: 'a web page, status 200' } },
    ],
    [
      'a redirect',
      json(302, {}, { location: 'http://127.0.0.1:1/sign-in?token=x' }),
      { failure: { kind: 'portal', status: 302, words: 'redirected to http://127.0.0.1:1' } },
    ],
  ])('%s', async (_name, answer, expected) => {
    expect(await asked(answer)).toMatchObject(expected)
  })

  test('with its clock', async () => {
    const date = 'Fri, 20 Nov 2026 15:30:00 GMT'
    const answer = await asked(json(200, { success: true, data: me }, { date }))
    expect(answer).toMatchObject({ answeredAt: Date.parse(date) })
  })
})
