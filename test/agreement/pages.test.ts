import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import { couponTypes, listCoupons } from '#platform/coupons.ts'
import {
  everyCoupon,
  everyLoyaltyClient,
  everyOrder,
  everyMovementOf,
  everyMovementOfEverybody,
  everyPaymentMethod,
  everyTabPayment,
  everyWasteIncident,
  exportedLoyaltyClients,
} from '#platform/lists.ts'
import {
  exportLoyaltyClients,
  listLoyaltyClients,
  listPointMovements,
  movementTypes,
  readLoyaltySummary,
} from '#platform/loyalty.ts'
import type { ListStep } from '#platform/lists/list-step.ts'
import { EvenPace } from '#platform/call/pace.ts'
import { eachPage } from '#platform/lists/page.ts'
import { eachCursorPage } from '#platform/lists/cursor-pages.ts'
import { readShift } from '#platform/tabs.ts'
import { startCheckedPlatform, type CheckedPlatform } from './checked-platform.ts'

let platform: CheckedPlatform
let connection: Connection
beforeAll(async () => {
  platform = await startCheckedPlatform({ clients: 1_050 })
  connection = { ...platform.connection, pace: new EvenPace({ requestsPerSecond: 1000 }) }
})
afterAll(() => platform.close())

/**
 * All items, and the size of each page; throws the message of a failure, and if the list is not
 * complete.
 */
async function gather<Item, Start>(parts: AsyncIterable<ListStep<Item, Start>>) {
  const items: Item[] = []
  const sizes: number[] = []
  let complete: boolean | null = null
  for await (const part of parts) {
    if (!part.ok) throw new Error(part.failure.message)
    items.push(...part.value)
    sizes.push(part.value.length)
    complete = part.complete
  }
  expect(complete).toBe(true)
  return { items, sizes }
}

const idOf = ({ _id }: { _id: string }): string => _id
const ids = (items: readonly { _id: string }[]): string[] => items.map(idOf)

describe('page by page', () => {
  test('all 25 coupons, each once', async () => {
    const { items, sizes } = await gather(
      eachPage((page) => listCoupons(connection, { query: { page } }), { pageSize: 10, idOf }),
    )
    expect(sizes).toEqual([10, 10, 5])
    expect(new Set(ids(items)).size).toBe(25)
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set(couponTypes))
    expect(ids((await gather(everyCoupon(connection))).items)).toEqual(ids(items))
  })

  test('all 400 payments of a store, each once and in order', async () => {
    const { items, sizes } = await gather(everyTabPayment(connection, 'colon'))
    expect(sizes).toEqual([100, 100, 100, 100])
    expect(new Set(ids(items)).size).toBe(400)
    const dates = items.map(({ createdAt }) => createdAt ?? '')
    expect(dates).toEqual(dates.toSorted())
    const shifts = [...new Set(items.map(({ shiftId }) => shiftId ?? ''))]
    expect(shifts).toHaveLength(3)
    for (const shiftId of shifts) {
      const shift = await readShift(connection, { params: { storeId: 'colon', shiftId } })
      expect(shift).toMatchObject({ ok: true, value: { _id: shiftId } })
    }
  })

  test('payments of a range, its ends included, are those of all that lie in it', async () => {
    const { items } = await gather(everyTabPayment(connection, 'colon'))
    const [from, to] = [items[100]?.createdAt ?? '', items[249]?.createdAt ?? '']
    const inRange = items.filter(({ createdAt }) => {
      return createdAt !== null && createdAt !== undefined && from <= createdAt && createdAt <= to
    })
    const range = await gather(everyTabPayment(connection, 'colon', { from, to, order: 'desc' }))
    expect(ids(range.items)).toEqual(ids(inRange).toReversed())
  })

  test('all 1,050 clients, each once, oldest first where asked', async () => {
    const { items, sizes } = await gather(
      eachPage(
        (page) =>
          listLoyaltyClients(connection, {
            query: { page, pageSize: 250, orderByCreatedAt: true },
          }),
        { pageSize: 250, idOf },
      ),
    )
    expect(sizes).toEqual([250, 250, 250, 250, 50])
    expect(new Set(ids(items)).size).toBe(1050)
    const oldestFirst = await gather(everyLoyaltyClient(connection))
    expect(oldestFirst.sizes).toEqual([1000, 50])
    expect(ids(oldestFirst.items)).toEqual(ids(items))
    const newestFirst = await gather(everyLoyaltyClient(connection, { orderByCreatedAt: false }))
    expect(ids(newestFirst.items)).toEqual(ids(items).toReversed())
  })

  test('all movements, each type of them', async () => {
    const { items } = await gather(everyMovementOfEverybody(connection))
    const counts: number[] = []
    for (const type of movementTypes) {
      const own = await gather(everyMovementOfEverybody(connection, { type }))
      expect(own.items).not.toEqual([])
      counts.push(own.items.length)
    }
    expect(counts.reduce((sum, count) => sum + count)).toBe(items.length)
    const one = await listPointMovements(connection, { query: { pageSize: 1 } })
    expect(one).toMatchObject({ value: { pagination: { totalCount: items.length } } })
    const guest = items[0]?.userId ?? ''
    const own = await gather(everyMovementOf(connection, guest))
    expect(own.items).toEqual(items.filter(({ userId }) => userId === guest))
  })

  test('orders, waste and payment methods, too', async () => {
    for (let placed = 0; placed < 3; placed += 1) await platform.practice.placeOrder()
    expect((await gather(everyOrder(connection))).items).toHaveLength(3)
    expect((await gather(everyWasteIncident(connection, 'colon'))).items).toHaveLength(48)
    expect((await gather(everyPaymentMethod(connection, 'colon'))).items).toHaveLength(4)
  })
})

describe('page by page with a cursor', () => {
  test('all 1,050 clients, each once, in the order of their ids', async () => {
    const { items, sizes } = await gather(
      eachCursorPage(
        (cursor) =>
          exportLoyaltyClients(connection, {
            query: { pageSize: 349, ...(cursor !== null && { cursor }) },
          }),
        { pageSize: 349, idOf },
      ),
    )
    expect(sizes).toEqual([349, 349, 349, 3])
    expect(new Set(ids(items)).size).toBe(1050)
    expect(ids(items)).toEqual(ids(items).toSorted())
    expect(ids((await gather(exportedLoyaltyClients(connection))).items)).toEqual(ids(items))
    const points = items.reduce((sum, { pointsBalance }) => sum + (pointsBalance ?? 0), 0)
    expect(await readLoyaltySummary(connection)).toMatchObject({
      value: { totalClients: 1050, pointsInCirculation: points },
    })
  })
})

test('every answer agrees with the document', () => {
  expect(platform.checked()).toBeGreaterThan(30)
  expect(platform.violations()).toEqual([])
})
