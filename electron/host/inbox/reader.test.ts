import { describe, expect, test } from 'vitest'
import { ok } from '#contract/shared/result.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { put } from '#test/support/put.ts'
import type { TestStore } from '#test/support/kitchen.ts'

const at = '2026-11-20T15:00:00.000Z'
const event = (orderId: string, storeId: unknown): unknown => {
  const ids = { eventId: `evt-${orderId}`, orderId, code: orderId, date: at }
  return put(put(orderEvent('order-created-pickup', ids), 'storeId', storeId), 'websiteId', null)
}

/** A store that knows its website and time zone. */
async function openStore(): Promise<TestStore> {
  const store = await openTestStore()
  await expect
    .poll(async () => {
      const status = await store.call('status.get', {})
      return status.ok && status.value.store !== null
    })
    .toBe(true)
  return store
}

const elsewhere = async (store: TestStore): Promise<number> => {
  const status = await store.call('status.get', {})
  return status.ok ? status.value.inbox.elsewhere : -1
}

describe('whose an order is', () => {
  const another = 'another'
  test.each<[string, (own: string) => [around: unknown, order: unknown], boolean]>([
    ['ours, twice', (own) => [own, own], true],
    ['ours around it, another’s in it', (own) => [own, another], true],
    ['another’s around it, ours in it', (own) => [another, own], true],
    ['nothing around it, ours in it', (own) => [null, own], true],
    ['an object around it, ours in it', (own) => [{}, own], true],
    ['nobody’s', () => [null, null], true],
    ['nobody’s that can be read', () => [[], {}], true],
    ['another’s, twice', () => [another, another], false],
    ['another’s in it, nothing around', () => [null, another], false],
    ['another’s around it, a list in it', () => [another, []], false],
  ])('%s', async (_title, ids, isOurs) => {
    const store = await openStore()
    const [around, inside] = ids(store.practice.storeId)
    const body = put(
      put(event('A1', around), 'data.order.storeId', inside),
      'data.order.websiteId',
      null,
    )
    await store.post(body)
    if (isOurs) await expect.poll(() => store.ticket('A1')).toMatchObject({ code: 'A1' })
    else {
      await expect.poll(() => elsewhere(store)).toBe(1)
      expect(await store.ticket('A1')).toBeUndefined()
    }
  })
})

test('an event with an invalid date counts from when it arrived: newer than earlier messages', async () => {
  const store = await openStore()
  const own = store.practice.storeId
  const ours = (body: unknown) =>
    put(put(body, 'data.order.storeId', own), 'data.order.websiteId', null)
  await store.post(ours(event('A1', own)))
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  const later = put(put(event('A1', own), 'eventId', 'evt-later'), 'date', 'soon')
  await store.post(ours(put(later, 'data.order.buyerName', 'Bo')))
  await expect.poll(() => store.ticket('A1')).toMatchObject({ buyerName: 'Bo' })
  expect(await store.call('tickets.get', { ticketId: 'A1' })).toMatchObject(
    ok({ unread: ['event.date'] }),
  )
})

test('an instant without a zone is the clock of the store that the token names', async () => {
  const store = await openStore()
  const own = store.practice.storeId
  const body = put(put(event('A1', own), 'data.order.storeId', own), 'data.order.websiteId', null)
  await store.post(put(body, 'data.order.deliverAt', '2026-11-20T12:30:00'))
  await expect
    .poll(() => store.ticket('A1'))
    .toMatchObject({ promisedAt: '2026-11-20T15:30:00.000Z' })
})
