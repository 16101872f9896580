import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Connection } from './connection.ts'
import { createDialect } from './dialect.ts'
import type { CallResult } from './call/failure.ts'
import { holdTimers } from './call/timers.fixture.ts'
import { readMe } from './me.ts'
import { completeOrder, sendPreparationReady } from './orders.ts'
import { updateStock } from './stock.ts'

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const connectionTo = (port: number): Connection => ({
  v3Url: `http://127.0.0.1:${port}/v3`,
  v1Url: null,
  tabsUrl: null,
  token: 'a-token',
  channelToken: null,
  dialect: createDialect(),
})

const ask = (port: number): Promise<CallResult<unknown>> => readMe(connectionTo(port))

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
    expect(await ask(port)).toMatchObject({
      failure: { kind: 'not-sent', message: 'ECONNREFUSED' },
    })
  })
})

describe('nothing leaves where the connection cannot', () => {
  const shop = connectionTo(1)
  const stock = { type: 'product', storeId: 's', productId: 'p', stock: 0 } as const
  const order = {
    params: { salesChannelConfigId: 'tsc-1' },
    body: { integrationOrderId: 'i' },
  }

  test('an address or a token that is not known', async () => {
    expect(await updateStock(shop, { body: stock })).toMatchObject({
      failure: { kind: 'invalid', message: 'v1: its address is not known' },
    })
    expect(await completeOrder(shop, order)).toMatchObject({
      failure: { kind: 'invalid', message: 'tabs: its address is not known' },
    })
    expect(await completeOrder({ ...shop, tabsUrl: shop.v3Url }, order)).toMatchObject({
      failure: { kind: 'invalid', message: 'tabs: its token is not known' },
    })
  })

  test('a write operation on a read-only connection', async () => {
    const port = await listen(createHttpServer(json(200, { success: true, data: me })))
    const reader = { ...connectionTo(port), readOnly: true }
    expect(await readMe(reader)).toMatchObject({ ok: true })
    expect(await sendPreparationReady(reader, { params: { orderId: 'o' } })).toMatchObject({
      failure: { kind: 'invalid', message: 'it writes, and this connection only reads' },
    })
  })
})

describe('the answer is lost', () => {
  test('no answer in time', async () => {
    const { pass } = holdTimers()
    const port = await listen(createHttpServer(() => pass(50)))
    const answer = await readMe({ ...connectionTo(port), answerWithinMs: 50 })
    expect(answer).toMatchObject({ failure: { kind: 'lost', message: 'no answer in time' } })
  })

  test('the connection is cut before it', async () => {
    const port = await listen(createServer((socket) => socket.once('data', () => socket.destroy())))
    expect(await ask(port)).toMatchObject({ failure: { kind: 'lost', status: null } })
  })

  test('the connection is cut in the middle of it', async () => {
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
      { failure: { kind: 'answered', status: 400, message: 'The request has an error' } },
    ],
    [
      'a no under 200',
      json(200, { success: 'false', error: { error: 'error' } }),
      { failure: { kind: 'answered', status: 200, message: 'error' } },
    ],
    [
      'a no whose name tells more than its message',
      json(400, { success: false, error: { error: 'order_closed', message: ' ' } }),
      { failure: { kind: 'answered', message: 'order_closed', error: 'order_closed' } },
    ],
    [
      'a no without a word',
      json(409, { success: false, error: { error: '', message: '' } }),
      { failure: { kind: 'answered', message: 'status 409' } },
    ],
    [
      'a no whose words are odd, each by itself',
      json(400, { success: 'no', status: 7, error: { error: ['x'], message: 12 } }),
      { failure: { kind: 'answered', message: '12' } },
    ],
    [
      'what is wrong with items, as far as it can be read',
      json(400, {
        status: 'error',
        error: {},
        data: { errors: [{ item: 1, errors: ['wrong', {}] }, 'x', { item: 2, errors: 3 }] },
      }),
      {
        failure: {
          message: 'status 400',
          itemErrors: [
            { item: 1, errors: ['wrong'] },
            { item: 2, errors: [] },
          ],
        },
      },
    ],
    [
      'JSON of somebody else',
      json(200, { hello: 'world' }),
      { failure: { kind: 'foreign', message: expect.stringMatching(/^data: /) as string } },
    ],
    ['JSON that is no object', json(200, [1]), { failure: { kind: 'foreign' } }],
    [
      'an error without words',
      json(500, 'oops'),
      { failure: { kind: 'answered', status: 500, message: 'status 500' } },
    ],
    [
      'come back later',
      json(429, {}, { 'retry-after': '7' }),
      { failure: { kind: 'answered', status: 429, retryAfterMs: 7_000 } },
    ],
    [
      'a no in version 1’s words, item by item',
      json(400, {
        status: 'error',
        error: 'Validations errors',
        data: { errors: [{ item: { type: 'x' }, errors: ['wrong'] }] },
      }),
      {
        failure: {
          kind: 'answered',
          message: 'Validations errors',
          itemErrors: [{ item: { type: 'x' }, errors: ['wrong'] }],
        },
      },
    ],
    [
      'an error that is a page',
      (_request, response) => {
        response.writeHead(502, { 'content-type': 'text/html' })
        response.end('<html>Bad gateway</html>')
      },
      { failure: { kind: 'answered', status: 502, message: 'status 502, not JSON but text/html' } },
    ],
    [
      'an answer without data',
      json(200, { success: true }),
      { failure: { kind: 'unreadable', message: expect.stringMatching(/^data: /) as string } },
    ],
    [
      'a field that is not what it should be',
      json(200, { success: true, data: { website: { _id: 'w' }, stores: 'all' } }),
      {
        failure: {
          kind: 'unreadable',
          message: expect.stringMatching(/^data\.stores: /) as string,
        },
      },
    ],
    [
      'a captive portal',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end('<html>Welcome to the Wi-Fi</html>')
      },
      { failure: { kind: 'portal', status: 200, message: 'a web page, status 200' } },
    ],
    [
      'a redirect',
      json(302, {}, { location: 'http://127.0.0.1:1/sign-in?token=x' }),
      { failure: { kind: 'portal', status: 302, message: 'redirected to http://127.0.0.1:1' } },
    ],
  ])('%s', async (_name, answer, expected) => {
    expect(await asked(answer)).toMatchObject(expected)
  })

  test.each([401, 403, 404, 409, 429, 500, 502, 503])(
    'status %i is returned with its message',
    async (status) => {
      const error = { error: 'error', message: 'Not this time' }
      const expected = {
        kind: 'answered',
        status,
        message: 'Not this time',
        error: 'error',
        retryAfterMs: null,
      }
      expect(await asked(json(status, { success: false, error }))).toEqual({
        ok: false,
        failure: expected,
      })
    },
  )

  test('with its clock', async () => {
    const date = 'Fri, 20 Nov 2026 15:30:00 GMT'
    const answer = await asked(json(200, { success: true, data: me }, { date }))
    expect(answer).toMatchObject({ answeredAt: Date.parse(date) })
  })
})
