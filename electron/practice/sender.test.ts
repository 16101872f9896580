import { expect, test } from 'vitest'
import type { PracticeEvent } from './event.ts'
import { startReceiver } from './receiver.fixture.ts'
import { createSender } from './sender.ts'

const event: PracticeEvent = {
  path: 'some.event',
  body: { type: 'some.event', data: {}, date: '2026-11-20T15:00:00.000Z', eventId: 'evt-1' },
}
const pauses = [1, 2, 4]

test('is tried again, the same event, until the receiver takes it', async () => {
  const receiver = await startReceiver((attempt) => [503, 500, 200][attempt - 1] ?? 500)
  const sender = createSender({ receiver: () => receiver.url, token: 't', pauses })
  expect(await sender.send(event)).toBe(true)
  expect(receiver.received.map(({ body }) => body)).toEqual([event.body, event.body, event.body])
  expect(sender.counts()).toEqual({ delivered: 1, givenUp: 0 })
  await receiver.close()
})

test('is given up and counted after the last attempt', async () => {
  const receiver = await startReceiver(() => 401)
  const sender = createSender({ receiver: () => receiver.url, token: 't', pauses })
  expect(await sender.send(event)).toBe(false)
  expect(receiver.received).toHaveLength(4)
  expect(sender.counts()).toEqual({ delivered: 0, givenUp: 1 })
  await receiver.close()
})

test('a receiver that is away, or redirects, or is no address at all, harms nothing', async () => {
  const away = await startReceiver()
  await away.close()
  for (const url of [away.url, 'http://127.0.0.1:1', 'nonsense']) {
    const sender = createSender({ receiver: () => url, token: 't', pauses })
    expect(await sender.send(event)).toBe(false)
    expect(sender.counts()).toEqual({ delivered: 0, givenUp: 1 })
  }
  const elsewhere = await startReceiver(() => 302)
  const sender = createSender({ receiver: () => elsewhere.url, token: 't', pauses })
  expect(await sender.send(event)).toBe(false)
  await elsewhere.close()
})

test('a receiver that comes back elsewhere is found at the next attempt', async () => {
  const receiver = await startReceiver()
  const addresses = ['http://127.0.0.1:1', 'http://127.0.0.1:1', receiver.url]
  const sender = createSender({
    receiver: () => addresses.shift() ?? receiver.url,
    token: 't',
    pauses,
  })
  expect(await sender.send(event)).toBe(true)
  await receiver.close()
})

test('closing ends what is under way, and nothing is sent afterwards', async () => {
  const receiver = await startReceiver(() => 500)
  const sender = createSender({ receiver: () => receiver.url, token: 't', pauses: [3_600_000] })
  const sent = sender.send(event)
  await sender.close()
  expect(await sent).toBe(false)
  expect(await sender.send(event)).toBe(false)
  await sender.idle()
  expect(receiver.received.length).toBeLessThanOrEqual(1)
  await receiver.close()
})
