import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, webhookToken, type TestStore } from '#test/support/kitchen.ts'
import { isLong } from '#test/support/tries.ts'
import { BodyRoom } from './body.ts'

const mebibyte = 1024 * 1024
const head = (lines: string[]): string =>
  ['POST / HTTP/1.1', 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n')
const bearer = `Authorization: Bearer ${webhookToken}`

/** Opens a connection to the listener, sends these parts and then stays silent. */
async function hold(store: TestStore, ...parts: (string | Buffer)[]): Promise<Socket> {
  const { hostname, port } = new URL(store.host.webhookUrl ?? '')
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  for (const part of parts)
    await new Promise<void>((written) => socket.write(part, () => written()))
  return socket
}

/** Posts an event over its own connection and returns the status. */
async function post(store: TestStore, body: string): Promise<number | undefined> {
  const sent = request(store.host.webhookUrl ?? '', {
    agent: false,
    method: 'POST',
    headers: { authorization: `Bearer ${webhookToken}` },
  })
  const answered = once(sent, 'response')
  sent.end(body)
  const [response] = (await answered) as [IncomingMessage]
  await text(response)
  return response.statusCode
}

const event = (id: string, filler = ''): string =>
  JSON.stringify({ type: 'x', eventId: id, filler })

test.each<[string, number, number]>([
  ['17 of the most that a body may have', 17, 4 * mebibyte],
  ['100 of 700 KB', 100, 700 * 1024],
  ...(isLong ? [['1,000 of 100 KB', 1_000, 100 * 1024] as [string, number, number]] : []),
])('stalled bodies with a good bearer, %s: every event is taken', async (_, count, bytes) => {
  // Which body gives way depends on its age. On the machine's clock, a busy machine that takes long
  // over the honest body would make it look like a stalled one.
  const clock = new FakeClock()
  const store = await openTestStore({ clock })
  const body = Buffer.alloc(bytes - 1, 'x')
  const length = `Content-Length: ${String(bytes)}`
  for (let n = 0; n < count; n += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, count - n) }, () =>
        hold(store, head([bearer, length]), body),
      ),
    )
  for (let n = 0; n < 10; n++) expect(await post(store, event(`small ${String(n)}`))).toBe(200)
  clock.sleep(1_000)
  const large = 'y'.repeat(4 * mebibyte - 100)
  expect(await post(store, event('large', large))).toBe(200)
})

test('half requests with and without a bearer: every event is taken, and each kind is bounded', async () => {
  const store = await openTestStore()
  const count = isLong ? 3_000 : 1_200
  const half = 'POST / HTTP/1.1\r\nHost: 127'
  const withBearer = `${head([bearer, 'Content-Length: 100'])}{"type":`
  const held: Socket[] = []
  for (let n = 0; n < count; n += 50)
    held.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (__, k) => hold(store, k % 2 === 0 ? half : withBearer)),
      )),
    )
  for (let n = 0; n < 5; n++) expect(await post(store, event(String(n)))).toBe(200)
  await expect.poll(() => held.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1_024)
})

test('memory goes to the sender who has used the least for the shortest time', () => {
  let now = 0
  const room = new BodyRoom(100, () => now)
  const gone: string[] = []
  const enter = (name: string) => room.enter(() => gone.push(name))
  const stalled = enter('stalled')
  expect(stalled.take(60)).toBe(true)
  now = 1_000
  const used = enter('used')
  expect(used.take(30)).toBe(true)
  used.settle()
  now = 2_000
  const honest = enter('honest')
  expect(honest.take(20)).toBe(true)
  expect(gone).toEqual(['stalled'])
  // A body that gave way holds no memory, and a body in use never gives way.
  stalled.leave()
  expect(honest.take(50)).toBe(true)
  expect(honest.take(1)).toBe(false)
  used.leave()
  expect(honest.take(30)).toBe(true)
  expect(gone).toEqual(['stalled'])
})

/**
 * Sends these bytes and returns the statuses of the answers, until the connection ends or has
 * `most` answers.
 */
async function answersTo(store: TestStore, bytes: string, max = 1): Promise<string[]> {
  const socket = await hold(store, bytes)
  let received = ''
  const statuses = () => received.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(-3)) ?? []
  socket.on('data', (data: Buffer) => (received += data.toString()))
  await expect.poll(() => socket.closed || statuses().length >= max).toBe(true)
  return statuses()
}

test.each([
  ['a wrong bearer', ['Authorization: Bearer wrong'], event('bad'), '401'],
  ['a page of a browser', [bearer, 'Origin: null'], event('bad'), '403'],
  ['text that is no JSON', [bearer], 'no JSON', '400'],
])('an event behind %s on one connection is not kept', async (_, lines, body, status) => {
  const store = await openTestStore()
  const length = (content: string) => `Content-Length: ${String(Buffer.byteLength(content))}`
  const good = event('good')
  const bytes = `${head([...lines, length(body)])}${body}${head([bearer, length(good)])}${good}`
  expect(await answersTo(store, bytes)).toEqual([status])
  // Two valid requests are both answered.
  const pair = ['one', 'two'].map((id) => `${head([bearer, length(event(id))])}${event(id)}`)
  expect(await answersTo(store, pair.join(''), 2)).toEqual(['200', '200'])
  await store.host.close()
  const db = new DatabaseSync(store.file, { readOnly: true })
  const keys = db.prepare('SELECT key FROM inbox ORDER BY id').all()
  db.close()
  expect(keys.map(({ key }) => key)).toEqual(['id:one', 'id:two'])
})

test('of a hundred good events at once on one connection a few are taken, before it is hung up on', async () => {
  const store = await openTestStore()
  const all = Array.from({ length: 100 }, (_, nth) => {
    const body = event(String(nth))
    return `${head([bearer, `Content-Length: ${String(body.length)}`])}${body}`
  })
  const socket = await hold(store, all.join(''))
  socket.resume()
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  expect(await post(store, event('honest'))).toBe(200)
  await store.host.close()
  const db = new DatabaseSync(store.file, { readOnly: true })
  const stored = db.prepare('SELECT count(*) AS stored FROM inbox').get() as { stored: number }
  db.close()
  expect(stored.stored).toBeLessThanOrEqual(17)
})
