import { expect, test } from 'vitest'
import { becomes, change, decide, list, openCoupons, read } from '#test/support/coupons.ts'
import { openGoBetween } from '#test/support/go-between.ts'

interface Listed {
  data: { items: Record<string, unknown>[] }
}

/** A store whose coupon list is passed through `changeItems`. */
async function openWithChangedItems(changeItems: (items: Record<string, unknown>[]) => unknown[]) {
  const between = await openGoBetween({
    data(path, body) {
      if (path !== '/ecommerce/coupons') return body
      const { data, ...envelope } = body as Listed
      return { ...envelope, data: { ...data, items: changeItems(data.items) } }
    },
  })
  const puts = () => between.asked.filter((each) => each.startsWith('PUT'))
  return { ...(await openCoupons(between)), puts }
}

const colon = 'cpn-vecinos-colon'
const south = 'cpn-dos-locales'

test('a coupon that the platform no longer lists is not changed, and a person is notified', async () => {
  let isListed = true
  const { store, clock, puts } = await openWithChangedItems((items) =>
    items.filter(({ _id }) => isListed || _id !== colon),
  )
  isListed = false
  await change(store, colon, { active: true }, { active: false })
  await becomes(store, clock, colon, 'refused not-listed!')
  const { change: refused } = await read(store, colon)
  expect(refused?.delivery.choices).toEqual(['dismiss'])
  expect(refused?.delivery.message).toBeUndefined()
  expect(puts()).toEqual([])
})

test('a list of which a part cannot be read is not written back; another field of the coupon is', async () => {
  const { store, clock, puts } = await openWithChangedItems((items) =>
    items.map((each) =>
      each['_id'] === south
        ? { ...each, requiresStoresIds: ['Li4eEa3W2hiuGGCFa', { of: 'tomorrow' }] }
        : each,
    ),
  )
  const stores = { requiresStoresIds: ['Li4eEa3W2hiuGGCFa'] }
  expect(await read(store, south)).toMatchObject({ unread: ['requiresStoresIds'], values: stores })
  await change(store, south, stores, { requiresStoresIds: [] })
  await becomes(store, clock, south, 'refused part-unread!')
  expect((await read(store, south)).change?.delivery.message).toBeUndefined()
  expect(puts()).toEqual([])
  await decide(store, south, 'dismiss')
  await change(store, south, { discountAmount: 3000 }, { discountAmount: 2500 })
  await becomes(store, clock, south, null)
  expect(puts()).toEqual([`PUT /ecommerce/coupons/${south}`])
  expect((await read(store, south)).values.discountAmount).toBe(2500)
})

test('records that cannot be read are counted, and stand in the way of no other', async () => {
  const { store } = await openWithChangedItems((items) => [
    { name: 'without an id' },
    ...items.map((each) => (each['_id'] === colon ? { ...each, endDate: 'soon' } : each)),
  ])
  const page = await list(store)
  expect(page).toMatchObject({ leftOut: 1, total: 25 })
  expect(page.coupons).toHaveLength(25)
  const unread = page.coupons.filter((each) => each.unread.length > 0)
  expect(unread.map((each) => [each.id, each.unread])).toEqual([[colon, ['endDate']]])
})

test('the list that is read after a change counts more than the answer to the change', async () => {
  const between = await openGoBetween({
    data(path, body) {
      if (path !== `/ecommerce/coupons/${colon}`) return body
      const { data, ...envelope } = body as { data: object }
      return { ...envelope, data: { ...data, discountAmount: 1 } }
    },
  })
  const { store, clock } = await openCoupons(between)
  await change(store, colon, { discountAmount: 2500 }, { discountAmount: 2000 })
  await becomes(store, clock, colon, null)
  expect((await read(store, colon)).values.discountAmount).toBe(2000)
})
