import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestStore, webhookToken, type TestStore } from '#test/support/kitchen.ts'
import { sampleText } from '#test/support/samples.ts'

/** Posts an event under a name, as a tunnel passes it on. */
function postAs(store: TestStore, host: string): Promise<number> {
  const { hostname, port } = new URL(store.host.webhookUrl ?? '')
  const headers = { authorization: `Bearer ${webhookToken}`, host }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: hostname, port, method: 'POST', path: '/ecommerce.order.created', headers },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(sampleText('order-created-pickup'))
  })
}

test('the name of the public address is accepted, no other one, and neither once it is gone', async () => {
  const store = await openTestStore()
  const name = 'kitchen.example.com'
  expect(await postAs(store, name)).toBe(421)
  const before = store.host.webhookUrl
  await store.call('settings.change', { publicEventsAddress: `https://${name}:8443/hooks` })
  // The listener goes on: no event is lost while somebody types.
  expect(store.host.webhookUrl).toBe(before)
  expect(await postAs(store, `${name}:8443`)).toBe(200)
  expect(await postAs(store, name)).toBe(200)
  for (const other of ['other.example.com', `evil.${name}`, `${name}.evil.example`])
    expect(await postAs(store, other)).toBe(421)
  await store.call('settings.change', { webhookHosts: ['second.example.com'] })
  expect(await postAs(store, 'second.example.com')).toBe(200)
  await store.call('settings.change', { publicEventsAddress: '' })
  expect(await postAs(store, name)).toBe(421)
  expect(await postAs(store, 'second.example.com')).toBe(200)
})

test('what is no public address is not stored', async () => {
  const store = await openTestStore()
  for (const publicEventsAddress of [
    'http://kitchen.example.com',
    'kitchen.example.com',
    'https://me:secret@kitchen.example.com',
    'https://kitchen.example.com/?a=1',
  ])
    expect(await store.call('settings.change', { publicEventsAddress })).toMatchObject({
      error: { code: 'bad-input' },
    })
})

test('a listener that can’t start names the setting at fault', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const store = await openTestStore({ listenAt: port })
  const failedAt = async () => {
    const answer = await store.call('status.get', {})
    return answer.ok ? [answer.value.webhook.state, answer.value.webhook.failedAt] : null
  }
  expect(await failedAt()).toEqual(['failed', 'port'])
  await store.call('settings.change', { webhookAddress: '203.0.113.7' })
  expect(await failedAt()).toEqual(['failed', 'address'])
})
