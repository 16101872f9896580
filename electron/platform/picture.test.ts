import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDialect } from './dialect.ts'
import { readPicture } from './picture.ts'

async function pictureFrom(answer: RequestListener, path = '/soup.png') {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const connection = {
    v3Url: `${origin}/v3`,
    v1Url: null,
    tabsUrl: null,
    token: 'a-token',
    channelToken: null,
    dialect: createDialect(),
  }
  return readPicture(connection, path.startsWith('http') ? path : origin + path)
}

const image =
  (type: string, bytes: number): RequestListener =>
  (request, response) => {
    expect(request.headers.authorization).toBeUndefined()
    response.writeHead(200, { 'content-type': type })
    response.end(Buffer.alloc(bytes, 7))
  }

test('a bitmap is accepted unchanged, and requested without a token', async () => {
  const picture = await pictureFrom(image('image/png', 900))
  expect(picture).toMatchObject({ type: 'image/png' })
  expect(picture?.bytes).toHaveLength(900)
})

test.each<[string, RequestListener, string?]>([
  ['a drawing that may carry script', image('image/svg+xml', 10)],
  ['a page', image('text/html', 10)],
  ['one of over 2 MiB', image('image/png', 2 * 1024 * 1024 + 1)],
  ['one that is not there', (_request, response) => response.writeHead(404).end()],
  [
    'one that is elsewhere',
    (_request, response) => response.writeHead(302, { location: '/x' }).end(),
  ],
  ['one of another machine without https', image('image/png', 10), 'http://localhost:9/x.png'],
  ['what is no address', image('image/png', 10), 'http:// '],
])('%s is none', async (_title, answer, path) => {
  expect(await pictureFrom(answer, path)).toBeNull()
})
