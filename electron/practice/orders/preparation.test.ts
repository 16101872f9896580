import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../events/receiver.fixture.ts'
import { startPractice, type Practice } from '../platform.ts'
import type { WireOrder } from './wire.ts'

const far = 'store-punta-arenas'

async function open() {
  const receiver = await startReceiver()
  const practice = await startPractice({ webhookUrl: receiver.url })
  onTestFinished(async () => {
    await practice.close()
    await receiver.close()
  })
  return { receiver, practice }
}

async function prepare(practice: Practice, store: string, minutes: number): Promise<number> {
  const { status } = await fetch(
    `${practice.v3}/ecommerce/stores/${store}/current-preparation-duration`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${practice.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPreparationDuration: minutes }),
    },
  )
  return status
}

const minutesIn = ({ createdAt, deliverAt }: WireOrder): number =>
  (Date.parse(deliverAt) - Date.parse(createdAt)) / 60_000

test('the preparation time that was set holds for new orders of that store, in the order and in its event', async () => {
  const { practice, receiver } = await open()
  const request = { isScheduled: false }
  const before = await practice.placeOrder(request)
  expect(before.expectedPreparationDuration).not.toBe(47)
  expect(await prepare(practice, 'colon', 47)).toBe(200)
  const order = await practice.placeOrder(request)
  expect([order.expectedPreparationDuration, minutesIn(order)]).toEqual([47, 47])
  expect(receiver.received.at(-1)?.body).toMatchObject({
    data: { order: { expectedPreparationDuration: 47, deliverAt: order.deliverAt } },
  })
  const elsewhere = await practice.placeOrder({ ...request, storeId: far })
  expect(elsewhere.expectedPreparationDuration).not.toBe(47)
  // Earlier promises stay the same.
  expect(practice.orders().find(({ _id }) => _id === before._id)).toEqual(before)
})

test('a time that the guest asked for overrides it', async () => {
  const { practice } = await open()
  await prepare(practice, practice.storeId, 47)
  expect(await practice.placeOrder({ expectedPreparationDuration: 5 })).toMatchObject({
    expectedPreparationDuration: 5,
  })
})
