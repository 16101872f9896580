import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask, openWeb } from '#test/support/web-door.ts'
import { call, nobody, openBrowser } from '#test/support/web-screen.ts'
import type { WebServer } from '#web/server.ts'

/** A connection that sends this and then nothing. */
async function hold(server: WebServer, text: string): Promise<Socket> {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text.replace('HOST', `${hostname}:${port}`))
  return socket
}

const half = 'GET / HTTP/1.1\r\nHost: HOST\r\n'
const flood = 4_200

test('incomplete requests make room for each other, not for accepted clients: the oldest is closed', async () => {
  const server = await openWeb()
  const grill = await openBrowser(server)
  const stream = await hold(
    server,
    `GET /events HTTP/1.1\r\nHost: HOST\r\nAuthorization: ${grill.authorization}\r\n\r\n`,
  )
  await once(stream, 'data')
  const first = await hold(server, half)
  const gone = once(first, 'close')
  for (let nth = 0; nth < flood; nth += 100)
    await Promise.all(Array.from({ length: 100 }, () => hold(server, half)))
  await gone
  // A new connection of each kind works, and the stream is still open.
  expect((await ask(server, '/', { headers: nobody })).status).toBe(200)
  const received = once(stream, 'data')
  expect(await call(server, grill, 'screens.rename', { name: 'Grill' })).toMatchObject({ ok: true })
  await received
  expect(stream.destroyed).toBe(false)
})

test('the pages of one screen make room for each other, and not those of another', async () => {
  const server = await openWeb()
  const [office, grill] = [await openBrowser(server), await openBrowser(server)]
  const open = async ({ authorization }: { authorization: string }): Promise<Socket> => {
    const socket = await hold(
      server,
      `GET /events HTTP/1.1\r\nHost: HOST\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    await once(socket, 'data')
    return socket
  }
  const stored = await open(grill)
  const oldest = await open(office)
  const gone = once(oldest, 'close')
  for (let nth = 0; nth < 128; nth++) await open(office)
  await gone
  expect(stored.destroyed).toBe(false)
})

async function receiveAll(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (data: Buffer) => (received += data.toString()))
  // `once` of node:events would reject if the other side resets the connection.
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

test.each(['/', '/door', '/first'])(
  'of many requests at once, at %s, only the first is handled',
  async (path) => {
    const server = await openWeb()
    const question = `GET ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`
    const received = await receiveAll(await hold(server, question.repeat(1_000)))
    expect(received.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(1)
    expect((await ask(server, '/', { headers: nobody })).status).toBe(200)
  },
)

test.each([
  ['GET /', '127.0.0.1'],
  ['GET /first', '127.0.0.1'],
  ['GET /door', '127.0.0.1'],
  ['GET /', 'localhost'],
  ['POST /key', '127.0.0.1'],
  ['POST /call', '127.0.0.1'],
  ['POST /call', 'localhost'],
  ['POST /call', 'no host'],
  ['GET /a\\b', '127.0.0.1'],
  ['GET http://other/', '127.0.0.1'],
])('an endless body of a stranger is not read: %s at %s', async (question, name) => {
  const server = await openWeb()
  const { port } = new URL(server.url)
  const socket = await hold(
    server,
    `${question} HTTP/1.1\r\nHost: ${name}:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  socket.resume()
  const gone = new Promise((resolve) => socket.once('close', resolve))
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
  let sent = 0
  while (!socket.destroyed && sent < 1_000) {
    sent++
    if (!socket.write(chunk))
      await Promise.race([gone, new Promise((resolve) => socket.once('drain', resolve))])
  }
  expect(sent).toBeLessThan(1_000)
})
