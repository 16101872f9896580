import { expect, test } from 'vitest'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

async function inboxOf(store: TestStore) {
  const answer = await store.call('status.get', {})
  return answer.ok ? answer.value.inbox : null
}
async function codesOf(store: TestStore): Promise<string[]> {
  const answer = await store.call('tickets.list', {})
  return answer.ok ? answer.value.tickets.map(({ code }) => code) : []
}
const placed = (id: string, websiteId: string | null) => ({
  type: 'ecommerce.order.created',
  eventId: `evt-${id}`,
  date: new Date().toISOString(),
  websiteId,
  data: { order: { _id: id, code: id, websiteId, orderStatus: 'pending', items: [] } },
})

test.each([
  ['no store is set', null],
  ['a store is set', undefined],
])(
  'never connected, %s: another website’s order is kept and not shown, ours once it is known',
  async (_title, storeId) => {
    const store = await openTestStore({ me: false, ...(storeId === null && { storeId }) })
    const { practice } = store
    practice.setReceiver(store.host.webhookUrl)
    const theirs = await practice.second.placeOrder()
    await store.post(placed('theirs', practice.second.websiteId))
    const ours = await practice.placeOrder()
    await store.post(placed('ours', ours.websiteId))
    await store.post(placed('nobodys', null))
    await expect.poll(() => codesOf(store)).toContain('nobodys')
    // The name of our own store is the only thing that is known without an answer.
    const expected = storeId === null ? ['nobodys'] : ['nobodys', ours.code]
    expect((await codesOf(store)).toSorted()).toEqual(expected.toSorted())

    await store.restart()
    practice.setReceiver(store.host.webhookUrl)
    expect((await codesOf(store)).toSorted()).toEqual(expected.toSorted())

    practice.behave()
    practice.misbehave({ path: '/ecommerce/orders?', kind: 'no-such-endpoint' })
    await store.call('connection.resume', {})
    await expect
      .poll(async () => (await codesOf(store)).toSorted())
      .toEqual(['nobodys', 'ours', ours.code].toSorted())
    await expect.poll(() => inboxOf(store)).toMatchObject({ unread: 0, elsewhere: 2 })
    expect(await store.ticket(theirs._id)).toBeUndefined()
  },
)
