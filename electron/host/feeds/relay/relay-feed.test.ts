import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { testEventType } from '#contract/connection/connection.ts'
import {
  store,
  relayTest,
  openChain,
  fileOf,
  openFeed,
  bodyOf,
  publish,
} from '#test/support/relay-feed.ts'
import { tries } from '#test/support/tries.ts'

relayTest('events from before and during the connection arrive once, in their order', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store, 'Colón'))
  await publish(chain, 1, 2)
  const { feed, received, keys, isNow, events } = openFeed(file)
  await isNow({ state: 'connected', server: new URL(file.servers[0] ?? '').host })
  await publish(chain, 3)
  await expect.poll(keys).toEqual(['id:e-1', 'id:e-2', 'id:e-3'])
  expect(received[0]).toMatchObject({
    type: 'ecommerce.order.created',
    source: 'webhook',
    reportedAt: null,
    body: bodyOf(1),
    json: JSON.parse(bodyOf(1)) as unknown,
  })
  expect(events()).toBe(3)
  expect(feed.status).toMatchObject({ hasMore: false, problem: null })
  expect(feed.status.lastEventAt).not.toBeNull()
})

relayTest('a repeat arrives again: the inbox knows it', async () => {
  const chain = await openChain()
  const { keys } = openFeed(fileOf(await chain.addStore(store)))
  await chain.publish(store, bodyOf(1), 'first')
  await chain.publish(store, bodyOf(1), 'again')
  await expect.poll(keys).toEqual(['id:e-1', 'id:e-1'])
})

relayTest('another store’s events do not arrive', async () => {
  const chain = await openChain()
  const { keys } = openFeed(fileOf(await chain.addStore(store)))
  await chain.publish({ ...store, storeId: 'store' }, bodyOf('elsewhere'), 'elsewhere')
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest('an event that can’t be stored comes again until it can', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  await publish(chain, 1, 2)
  let isFull = true
  const { keys, isNow, refused, cursor, feed } = openFeed(file, () => isFull)
  await isNow({ state: 'failing', problem: 'not-saved' })
  expect(keys()).toEqual([])
  isFull = false
  feed.wake()
  await expect.poll(() => keys().toSorted()).toEqual(['id:e-1', 'id:e-2'])
  await isNow({ state: 'connected', problem: null })
  expect(refused()).toBeGreaterThanOrEqual(2)
  await feed.close()
  expect(cursor.value).toMatchObject({ cursor: expect.stringMatching(/-2$/) as unknown })
})

relayTest('what no event is does not come again, and its text is not in the log', async () => {
  const chain = await openChain()
  const { keys, log } = openFeed(fileOf(await chain.addStore(store)))
  for (const [nth, body] of ['a secret of a guest', '', '[1]', '{"__proto__":{}}'].entries())
    await chain.publish(store, body, `bad-${String(nth)}`)
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
  expect(log.text()).not.toContain('secret')
  expect(log.text().match(/relay event refused/g)).toHaveLength(4)
})

relayTest('a test event counts as an event and is not stored', async () => {
  const chain = await openChain()
  const { keys, events } = openFeed(fileOf(await chain.addStore(store)))
  await chain.publish(store, bodyOf('test', testEventType), 'test')
  await expect.poll(events).toBe(1)
  expect(keys()).toEqual([])
})

/** Enough that the test sees some of them wait. */
const waiting = tries(1_500, 5_000, 5_000)

relayTest(
  'many events that waited arrive in their order, and it says that there are more',
  async () => {
    const chain = await openChain()
    const file = fileOf(await chain.addStore(store))
    const all = Array.from({ length: waiting }, (_, nth) => nth)
    for (let from = 0; from < all.length; from += 500)
      await Promise.all(
        all.slice(from, from + 500).map((nth) => chain.publish(store, bodyOf(nth), String(nth))),
      )
    const { keys, isNow, feed } = openFeed(file)
    await expect.poll(() => feed.status.hasMore, { interval: 1 }).toBe(true)
    await expect.poll(() => keys().length).toBe(waiting)
    const order = keys().map((key) => Number(key.replace('id:e-', '')))
    expect(order).toEqual(all)
    await isNow({ hasMore: false })
  },
)

relayTest(
  'after a restart it goes on where it was, and from the start without its cursor',
  async () => {
    const chain = await openChain()
    const file = fileOf(await chain.addStore(store))
    await publish(chain, 1, 2)
    const first = openFeed(file)
    await expect.poll(first.keys).toHaveLength(2)
    await first.feed.close()
    await publish(chain, 3)
    const second = openFeed(file, () => false, undefined, first.cursor)
    await expect.poll(second.keys).toEqual(['id:e-3'])
    await second.feed.close()
    // As after a restored backup of a store that was there before.
    const third = openFeed(file)
    await expect.poll(third.keys).toEqual(['id:e-1', 'id:e-2', 'id:e-3'])
    await third.feed.close()
    // The cursor of another store isn't used.
    const other = { websiteId: store.websiteId, storeId: 'another' }
    await chain.publish(other, bodyOf('other'), 'other')
    const fourth = openFeed(
      fileOf(await chain.addStore(other)),
      () => false,
      undefined,
      first.cursor,
    )
    await expect.poll(fourth.keys).toEqual(['id:e-other'])
  },
)

relayTest('while another computer has the kitchen nothing is fetched', async () => {
  const chain = await openChain()
  const { keys, isNow, storeMove } = openFeed(fileOf(await chain.addStore(store)))
  await isNow({ state: 'connected' })
  storeMove.isAway = true
  await publish(chain, 1)
  await isNow({ state: 'off' })
  await pause(200)
  expect(keys()).toEqual([])
  storeMove.isAway = false
  await expect.poll(keys).toEqual(['id:e-1'])
})
