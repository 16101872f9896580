import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../events/receiver.fixture.ts'
import { startPractice, type Practice } from '../platform.ts'
import type { WireOrder } from '../orders/wire.ts'
import { oddOrder, orderOddities } from './odd.ts'

type Fields = Record<string, unknown>

let practice: Practice
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  receiver = await startReceiver()
  practice = await startPractice({ webhookUrl: receiver.url, seed: 4 })
  onTestFinished(async () => {
    await practice.close()
    await receiver.close()
  })
})

async function data(path: string): Promise<unknown> {
  const answer = await fetch(`${practice.v3}${path}`, {
    headers: { authorization: `Bearer ${practice.token}` },
  })
  return ((await answer.json()) as { data: unknown }).data
}
const items = async (path: string): Promise<unknown[]> =>
  ((await data(path)) as { items: unknown[] }).items
const orderIn = (nth: number): unknown =>
  (receiver.received[nth]?.body.data as { order: unknown } | undefined)?.order

/** The fields that differ from the platform's order. */
const oddFields = (reported: unknown, order: WireOrder): string[] =>
  Object.keys(order).filter(
    (name) =>
      JSON.stringify((reported as Fields)[name]) !== JSON.stringify(order[name as keyof WireOrder]),
  )

test('while it is on each new order has its own oddity, the same in its event and in the list; off ends it', async () => {
  practice.oddRecords(true)
  const orders: WireOrder[] = []
  for (let nth = 0; nth < orderOddities; nth++)
    orders.push(await practice.placeOrder({ deliveryType: 'delivery', isScheduled: false }))
  const odd = orders.map((order, nth) => oddFields(orderIn(nth), order).join())
  expect(odd.toSorted()).toEqual([
    'address',
    'createdAt',
    'deliverAt',
    'isConfirmed',
    'isScheduled',
    'items',
    'items',
    'promotionIds',
  ])
  const listed = (await items('/ecommerce/orders?limit=100')) as Fields[]
  for (const [nth, order] of orders.entries()) {
    expect(listed.find(({ _id }) => _id === order._id)).toEqual(orderIn(nth))
    expect(await data(`/ecommerce/orders/${order._id}`)).toEqual(orderIn(nth))
  }
  practice.oddRecords(false)
  const order = await practice.placeOrder()
  expect(oddFields(orderIn(orderOddities), order)).toEqual([])
  expect(await items('/ecommerce/orders?limit=100')).toEqual(practice.orders())
})

test.each(['/ecommerce/coupons?limit=100', '/royalty/clients?pageSize=100'])(
  'some records of a list are odd, each in another way: %s',
  async (path) => {
    const right = (await items(path)) as Fields[]
    practice.oddRecords(true)
    const odd = await items(path)
    const changed = odd.filter((each, nth) => JSON.stringify(each) !== JSON.stringify(right[nth]))
    expect(odd).toHaveLength(right.length)
    expect(changed.length).toBe(Math.floor((right.length + 2) / 4))
    expect(changed.some((each) => typeof each === 'string')).toBe(true)
    expect(changed.some((each) => typeof each === 'object' && !('_id' in (each as Fields)))).toBe(
      true,
    )
    expect(changed.some((each) => JSON.stringify(each).includes('105,50'))).toBe(true)
  },
)

test('a menu has odd products and options, and a stock of nothing else', async () => {
  const right = JSON.stringify(await data('/ecommerce/menu/M1'))
  practice.oddRecords(true)
  const { products, options, menu } = (await data('/ecommerce/menu/M1')) as Record<
    string,
    unknown[]
  >
  expect(products?.some((each) => typeof each === 'string')).toBe(true)
  expect(options?.some((each) => typeof each === 'string')).toBe(true)
  expect(menu).toMatchObject({ externalId: 'M1' })
  practice.oddRecords(false)
  expect(JSON.stringify(await data('/ecommerce/menu/M1'))).toBe(right)
})

test('records without a code are not odd', () => {
  expect(oddOrder({ _id: 'x' })).toEqual({ _id: 'x' })
})

test('answers to write requests are not odd', async () => {
  const twice = (await practice.placeOrder()).items.slice(0, 1)
  const order = await practice.placeOrder({ items: [...twice, ...twice] })
  practice.oddRecords(true)
  const answer = await fetch(`${practice.v3}/ecommerce/orders/${order._id}/preparation-ready`, {
    method: 'POST',
    headers: { authorization: `Bearer ${practice.token}` },
  })
  expect(await answer.json()).toEqual({ success: true, data: order })
})
