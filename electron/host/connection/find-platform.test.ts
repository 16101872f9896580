import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AppError } from '#contract/shared/result.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { findPlatform } from './find-platform.ts'

const token = 'token-of-the-store'

/** Listens on this computer until the test ends; returns `127.0.0.1:port`. */
async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = `127.0.0.1:${String((server.address() as AddressInfo).port)}`
  onTestFinished(() => void server.close())
  return place
}

/** A server with one answer for everything, and the requests it got. */
async function serve(answer: RequestListener): Promise<{ place: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  onTestFinished(() => server.closeAllConnections())
  return { place: await listen(server), asked }
}

/** An address where nothing listens. */
async function deserted(): Promise<string> {
  const server = createSocketServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `127.0.0.1:${String(port)}`
}

async function openPlatform(): Promise<Practice> {
  const platform = await startPractice()
  onTestFinished(() => platform.close())
  return platform
}

const answers =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
const html = { 'content-type': 'text/html' }

test.each([
  ['as it is', ({ v3 }: Practice) => v3],
  ['without a scheme', ({ v3 }: Practice) => v3.replace('http://', '')],
  ['without a path', ({ v3 }: Practice) => new URL(v3).origin],
  ['with neither', ({ v3 }: Practice) => new URL(v3).host],
  ['with half of the path', ({ v3 }: Practice) => v3.replace('/v3', '/')],
  ['with slashes and blanks', ({ v3 }: Practice) => ` ${v3}// `],
])('finds the platform by its address %s', async (_how, typed) => {
  const platform = await openPlatform()
  expect(await findPlatform(typed(platform), platform.token)).toMatchObject({
    ok: true,
    value: { v3Url: platform.v3, stores: [{ id: platform.storeId }, {}] },
  })
})

test('a platform whose address ends with its version alone is found by its name', async () => {
  const platform = await openPlatform()
  // As some gateways do, it refuses the token wherever it knows no path.
  const { place } = await serve((request, response) => {
    if (request.url?.startsWith('/v3') !== true) return answers(401, '{}')(request, response)
    fetch(platform.v3 + request.url.slice('/v3'.length), {
      headers: { authorization: request.headers.authorization ?? '' },
    })
      .then((answer) => answer.text())
      .then((body) => answers(200, body)(request, response))
      .catch(() => response.destroy())
  })
  for (const typed of [place, ` ${place}/ `, `${place}/v3`])
    expect(await findPlatform(typed, platform.token)).toMatchObject({
      value: { v3Url: `http://${place}/v3` },
    })
})

test('a platform whose address lacks the usual path is found as well', async () => {
  const platform = await openPlatform()
  const { place } = await serve((request, response) => {
    if (request.url?.startsWith('/api/v3') === true) return answers(404, '{}')(request, response)
    fetch(platform.v3 + (request.url ?? ''), {
      headers: { authorization: request.headers.authorization ?? '' },
    })
      .then((answer) => answer.text())
      .then((body) => answers(200, body)(request, response))
      .catch(() => response.destroy())
  })
  expect(await findPlatform(`${place}/api/v3`, platform.token)).toMatchObject({
    value: { v3Url: `http://${place}` },
  })
})

test.each<[string, RequestListener, AppError]>([
  [
    'a web page',
    answers(200, '<!doctype html><h1>Pizza</h1>', html),
    { code: 'not-the-platform', reason: 'web-page' },
  ],
  [
    'a sign-in that it is led to',
    answers(302, '', { location: 'https://wifi.example/login' }),
    { code: 'not-the-platform', reason: 'web-page' },
  ],
  [
    'a web page that says no',
    answers(403, '<!doctype html><h1>Forbidden</h1>', html),
    { code: 'unauthorised', reason: 'web-page' },
  ],
  [
    'JSON of something else',
    answers(200, '{"hello":"world"}'),
    { code: 'not-the-platform', reason: 'other-answer' },
  ],
  [
    'a token that is no answer to it',
    answers(200, '{"success":true,"data":{"user":"me"}}'),
    { code: 'unreadable' },
  ],
  [
    'a server without such a path',
    answers(404, '<!doctype html><h1>Not found</h1>', html),
    { code: 'not-the-platform', reason: 'no-such-path' },
  ],
  [
    'a token that is not known',
    answers(401, '{"success":false,"error":{"message":"Who?"}}'),
    { code: 'unauthorised', reason: 'token-refused' },
  ],
  [
    'a token without rights',
    answers(403, '{"success":false,"error":{"message":"No."}}'),
    { code: 'unauthorised', reason: 'rights-missing' },
  ],
  [
    'a platform that is out of order',
    answers(502, '<!doctype html>', html),
    { code: 'unreachable', reason: 'unavailable' },
  ],
  [
    'a platform that has been asked too often',
    answers(429, '{"success":false}'),
    { code: 'refused', reason: 'unavailable' },
  ],
])('%s: each path is tried and named in the message', async (_what, answer, expected) => {
  const { place, asked } = await serve(answer)
  const result = await findPlatform(`http://${place}`, token)
  expect(result).toMatchObject({ ok: false, error: expected })
  expect(asked).toEqual(['/api/me', '/api/v3/api/me', '/v3/api/me'])
  const sentence = result.ok ? '' : (result.error.detail ?? '')
  for (const base of ['', '/api/v3', '/v3'].map((path) => `http://${place}${path}: `))
    expect(sentence).toContain(base)
  expect(sentence).not.toContain(token)
})

test('the answer that came nearest to the platform counts', async () => {
  const platform = await openPlatform()
  // The practice platform has nothing at the root; below it, the token is unknown.
  expect(await findPlatform(new URL(platform.v3).origin, 'wrong')).toMatchObject({
    error: { code: 'unauthorised', reason: 'token-refused' },
  })
})

test.each<[string, () => Promise<string>, AppError['reason'], number]>([
  ['a name that nobody has', () => Promise.resolve('nowhere.invalid'), 'no-such-name', 1],
  ['a port that nobody listens at', async () => `http://${await deserted()}`, 'nobody-listens', 1],
  [
    'no encryption where it was wanted',
    async () => `https://${(await serve(answers(200, '{}'))).place}`,
    'not-secure',
    1,
  ],
  [
    'a server that breaks off',
    async () => `http://${(await serve((request) => request.socket.destroy())).place}`,
    'cut-off',
    1,
  ],
  [
    'a server that keeps silent',
    async () => `http://${(await serve(() => undefined)).place}`,
    'too-slow',
    1,
  ],
  [
    'a server of another kind',
    async () => {
      const server = createSocketServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
      return `http://${await listen(server)}`
    },
    'other-answer',
    1,
  ],
  ['nobody on this machine, encrypted or not', deserted, 'nobody-listens', 2],
])('%s: each server is asked once', async (_what, typed, reason, tries) => {
  // Only silence needs the wait; looking up a name may take longer.
  const withinMs = reason === 'too-slow' ? 500 : 60_000
  const result = await findPlatform(await typed(), token, { withinMs })
  expect(result).toMatchObject({ ok: false, error: { code: 'unreachable', reason } })
  const sentence = result.ok ? '' : (result.error.detail ?? '')
  expect(sentence.split('; ')).toHaveLength(tries)
})

test('a text that is not an address is not requested', async () => {
  expect(await findPlatform('ftp://a.example', token)).toEqual({
    ok: false,
    error: { code: 'bad-input', reason: 'no-address' },
  })
})
