import { expect, onTestFinished, test } from 'vitest'
import { readRelayFile } from '#contract/relay/relay-file.ts'
import { practiceStore } from '#practice/practice-store.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

test.skipIf(hasNoNatsServer)(
  `an order that waited at the relay is on the wall, once (${needsNatsServer})`,
  async () => {
    const chain = await openTestChain(temporaryFolder())
    onTestFinished(() => chain.close())
    await chain.startRelay()
    const place = { websiteId: practiceStore.websiteId, storeId: practiceStore.id }
    const file = readRelayFile(await chain.addStore(place))
    if (!file.ok) throw new Error(file.error.detail)
    const store = await openTestStore()
    const status = async () => {
      const answer = await store.call('status.get', {})
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value
    }
    await expect.poll(async () => (await status()).storeSeen.state).toBe('seen')

    const event = {
      type: 'ecommerce.order.created',
      eventId: 'event-1',
      date: new Date().toISOString(),
      ...place,
      data: {
        order: {
          _id: 'order-1',
          code: 'R-1',
          storeId: place.storeId,
          orderStatus: 'pending',
          items: [],
        },
      },
    }
    await chain.publish(place, JSON.stringify(event), 'first')
    await chain.publish(place, JSON.stringify(event), 'the same again')
    await store.host.useRelay(file.value)
    const codes = async () => {
      const answer = await store.call('tickets.list', {})
      return answer.ok ? answer.value.tickets.map(({ code }) => code) : []
    }
    await expect.poll(codes).toEqual(['R-1'])
    await expect
      .poll(async () => (await status()).relay)
      .toMatchObject({
        state: 'connected',
        hasMore: false,
        problem: null,
      })
    const { relay, webhook } = await status()
    expect(relay.lastEventAt).not.toBeNull()
    expect(webhook.lastEventAt).toBeNull()

    await store.host.useRelay(null)
    expect((await status()).relay.state).toBe('off')
  },
)
