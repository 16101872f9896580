import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { TestEventOutcome } from '#contract/connection/connection.ts'
import { openTestStore, webhookToken } from '#test/support/kitchen.ts'
import { sendTestEvent } from './test-event.ts'

test('a test event comes back to the listener, counts as an event, and is stored nowhere', async () => {
  const store = await openTestStore()
  const address = store.host.webhookUrl ?? ''
  expect(await sendTestEvent(address, webhookToken)).toBe('arrived')
  const status = await store.call('status.get', {})
  expect(status).toMatchObject({
    value: { webhook: { lastEventAt: expect.any(String) as string }, inbox: { unread: 0 } },
  })
  expect(await sendTestEvent(address, 'another')).toBe('wrong-bearer')
  await store.host.close()
  const db = new DatabaseSync(store.file, { readOnly: true })
  expect(db.prepare('SELECT * FROM inbox').all()).toEqual([])
  db.close()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

test.each<[string, () => Promise<string> | string, TestEventOutcome]>([
  ['no address', () => 'ftp://a.example', 'no-address'],
  ['an address without encryption', () => 'http://public.example', 'unencrypted'],
  ['a name that nobody has', () => 'https://nowhere.invalid', 'no-such-name'],
  [
    'a server without encryption',
    async () => (await serve(() => undefined)).replace('http:', 'https:'),
    'not-secure',
  ],
  ['a port where nobody listens', () => 'http://127.0.0.1:9', 'no-answer'],
  [
    'a proxy that forwards the bare address only',
    () =>
      serve(({ url }, response) =>
        url === '/' ? response.end('{"ok":true}') : response.writeHead(404).end(),
      ),
    'other-answer',
  ],
  [
    'another server that says yes',
    () => serve((_request, response) => response.end('ok')),
    'other-answer',
  ],
  [
    'a listener that doesn’t know its name',
    () => serve((_request, response) => response.writeHead(421).end()),
    'unknown-name',
  ],
  [
    'a way to somewhere else',
    () => serve((_request, response) => response.writeHead(302, { location: '/a' }).end()),
    'other-answer',
  ],
])('%s is said', async (_what, address, expected) => {
  expect(await sendTestEvent(await address(), webhookToken)).toBe(expected)
})

test('without a bearer nothing is sent', async () => {
  let asked = 0
  const address = await serve((_request, response) => {
    asked++
    response.end()
  })
  expect(await sendTestEvent(address, null)).toBe('no-bearer')
  expect(asked).toBe(0)
})
