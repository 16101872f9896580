import { describe, expect, test } from 'vitest'
import { Random } from '../random.ts'
import { type Disturbance, Sender } from './sender.ts'
import type { PracticeEvent } from './event.ts'
import { startReceiver } from './receiver.fixture.ts'

const event: PracticeEvent = {
  path: 'some.event',
  body: { type: 'some.event', data: {}, date: '2026-11-20T15:00:00.000Z', eventId: 'evt-1' },
}
const pauses = [1, 2, 4]

test('is tried again, the same event, until the receiver takes it', async () => {
  const receiver = await startReceiver((attempt) => [503, 500, 200][attempt - 1] ?? 500)
  const sender = new Sender({ receiver: () => receiver.url, token: 't', pauses })
  expect(await sender.send(event)).toBe(true)
  expect(receiver.received.map(({ body }) => body)).toEqual([event.body, event.body, event.body])
  expect(sender.counts()).toEqual({ delivered: 1, givenUp: 0 })
  await receiver.close()
})

test('is dropped and counted after the last attempt', async () => {
  const receiver = await startReceiver(() => 401)
  const sender = new Sender({ receiver: () => receiver.url, token: 't', pauses })
  expect(await sender.send(event)).toBe(false)
  expect(receiver.received).toHaveLength(4)
  expect(sender.counts()).toEqual({ delivered: 0, givenUp: 1 })
  await receiver.close()
})

test('a receiver that is unreachable, redirects or is not an address has no other effect', async () => {
  const away = await startReceiver()
  await away.close()
  for (const url of [away.url, 'http://127.0.0.1:1', 'nonsense']) {
    const sender = new Sender({ receiver: () => url, token: 't', pauses })
    expect(await sender.send(event)).toBe(false)
    expect(sender.counts()).toEqual({ delivered: 0, givenUp: 1 })
  }
  const elsewhere = await startReceiver(() => 302)
  const sender = new Sender({ receiver: () => elsewhere.url, token: 't', pauses })
  expect(await sender.send(event)).toBe(false)
  await elsewhere.close()
})

test('a receiver that comes back elsewhere is found at the next attempt', async () => {
  const receiver = await startReceiver()
  const addresses = ['http://127.0.0.1:1', 'http://127.0.0.1:1', receiver.url]
  const sender = new Sender({
    receiver: () => addresses.shift() ?? receiver.url,
    token: 't',
    pauses,
  })
  expect(await sender.send(event)).toBe(true)
  await receiver.close()
})

test('closing ends what is under way, and nothing is sent afterwards', async () => {
  const receiver = await startReceiver(() => 500)
  const sender = new Sender({ receiver: () => receiver.url, token: 't', pauses: [3_600_000] })
  const sent = sender.send(event)
  await sender.close()
  expect(await sent).toBe(false)
  expect(await sender.send(event)).toBe(false)
  await sender.idle()
  expect(receiver.received.length).toBeLessThanOrEqual(1)
  await receiver.close()
})

const numbered = (number: number): PracticeEvent => ({
  ...event,
  body: { ...event.body, eventId: `evt-${number}` },
})

/** A random source for which every chance comes true, or none. */
class Certain extends Random {
  readonly #isCertain: boolean

  constructor(isCertain: boolean) {
    super(1)
    this.#isCertain = isCertain
  }

  override chance(share: number): boolean {
    return share > 0 && this.#isCertain
  }
}

async function startDisturbed(disturbance: Disturbance, isCertain = true) {
  const receiver = await startReceiver()
  const sender = new Sender({
    receiver: () => receiver.url,
    token: 't',
    pauses,
    random: new Certain(isCertain),
  })
  sender.disturb(disturbance)
  return { receiver, sender, ids: () => receiver.received.map(({ body }) => body.eventId) }
}

describe('disturbed events', () => {
  test('come twice, and are counted once', async () => {
    const { receiver, sender, ids } = await startDisturbed({ duplicates: 1 })
    await Promise.all([1, 2, 3].map((number) => sender.send(numbered(number))))
    await sender.idle()
    expect(ids().sort()).toEqual(['evt-1', 'evt-1', 'evt-2', 'evt-2', 'evt-3', 'evt-3'])
    expect(sender.counts()).toEqual({ delivered: 3, givenUp: 0 })
    await receiver.close()
  })

  test('are overtaken by the next one', async () => {
    const { receiver, sender, ids } = await startDisturbed({ shuffle: true })
    const late = sender.send(numbered(1))
    await sender.send(numbered(2))
    await late
    expect(ids()).toEqual(['evt-2', 'evt-1'])
    await receiver.close()
  })

  test('arrive all the same when no other comes', async () => {
    const { receiver, sender, ids } = await startDisturbed({ shuffle: true })
    void sender.send(numbered(1))
    await sender.idle()
    expect(ids()).toEqual(['evt-1'])
    await receiver.close()
  })

  test('all arrive, each at least once, by any seed', async () => {
    const receiver = await startReceiver()
    const random = new Random(4)
    const sender = new Sender({ receiver: () => receiver.url, token: 't', pauses, random })
    sender.disturb({ duplicates: 0.3, shuffle: true })
    const numbers = Array.from({ length: 60 }, (_, index) => index)
    for (const number of numbers) void sender.send(numbered(number))
    await sender.idle()
    const ids = receiver.received.map(({ body }) => body.eventId)
    expect([...new Set(ids)].sort()).toEqual(numbers.map((number) => `evt-${number}`).sort())
    expect(ids.length).toBeGreaterThan(60)
    expect(sender.counts()).toEqual({ delivered: 60, givenUp: 0 })
    await receiver.close()
  })

  test('come once and in order again afterwards', async () => {
    const { receiver, sender, ids } = await startDisturbed({ duplicates: 1, shuffle: true })
    sender.disturb({})
    for (const number of [1, 2, 3]) await sender.send(numbered(number))
    await sender.idle()
    expect(ids()).toEqual(['evt-1', 'evt-2', 'evt-3'])
    await receiver.close()
  })

  test('that are delayed when the platform closes are dropped', async () => {
    const { receiver, sender } = await startDisturbed({ shuffle: true })
    const sent = sender.send(numbered(1))
    await sender.close()
    expect(await sent).toBe(false)
    await receiver.close()
  })
})
