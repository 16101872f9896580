import { describe, expect, test } from 'vitest'
import type { CouponList } from '#contract/coupons/coupons.ts'
import {
  change,
  dropCouponRequests,
  list,
  office,
  openCoupons,
  read,
  welcome,
} from '#test/support/coupons.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'

const ids = ({ coupons }: CouponList): string[] => coupons.map(({ id }) => id)

describe('the list', () => {
  test('is the platform’s, with the state of each by the host’s clock', async () => {
    const { store, clock } = await openCoupons()
    const page = await list(store)
    expect(page).toMatchObject({ error: null, page: 1, hasMore: false, total: 25, leftOut: 0 })
    const states = Object.fromEntries(page.coupons.map(({ id, state }) => [id, state]))
    expect(states).toMatchObject({
      [welcome]: 'active',
      'cpn-verano': 'not-yet',
      'cpn-fiestas-patrias': 'expired',
      'cpn-despacho-mil': 'used-up',
      'cpn-pausado': 'off',
      'cpn-invierno': 'deleted',
    })
    clock.jump(30 * 86_400_000)
    expect(await read(store, 'cpn-verano')).toMatchObject({ state: 'active' })
  })

  test('finds by words, and keeps what this store takes', async () => {
    const { store } = await openCoupons()
    expect(ids(await list(store, { text: 'bienvenida' }))).toEqual([welcome])
    const own = ids(await list(store, { onlyThisStore: true }))
    expect(own).toContain('cpn-vecinos-colon')
    expect(own).not.toContain('cpn-magallanes')
  })

  test('shows the last read if the platform cannot be reached, also after a restart, and says why', async () => {
    const { store } = await openCoupons()
    dropCouponRequests(store)
    await store.restart()
    const stored = await list(store)
    expect(stored).toMatchObject({ error: { code: 'unreachable' }, total: 25, hasMore: false })
    expect(ids(await list(store, { text: 'bienvenida' }))).toEqual([welcome])
    expect(ids(await list(store, { text: 'BIENV' }))).toEqual([welcome])
    const own = ids(await list(store, { onlyThisStore: true }))
    expect(own).toContain('cpn-vecinos-colon')
    expect(own).not.toContain('cpn-magallanes')
    expect(await list(store, { page: 2 })).toMatchObject({ coupons: [], hasMore: false })
    store.practice.behave()
    expect((await list(store)).error).toBeNull()
  })

  test('of a platform that ignores our limit shows a thousand, and how many there are', async () => {
    const items = Array.from({ length: 1_200 }, (_, nth) => ({ _id: `c${String(nth)}` }))
    const body = JSON.stringify({ success: true, data: { items, hasNextPage: false } })
    const between = await openGoBetween({
      answer: (path) => (path.startsWith('/ecommerce/coupons') ? { body } : undefined),
    })
    const store = await openTestStore({ between })
    const page = await list(store)
    expect([page.coupons.length, page.total]).toEqual([1_000, 1_200])
  })

  test('of a store that never read one is empty, and says why', async () => {
    const store = await openTestStore()
    dropCouponRequests(store)
    expect(await list(store)).toMatchObject({ coupons: [], error: { code: 'unreachable' } })
    const asked = await store.call('coupons.get', { couponId: welcome })
    expect(asked).toEqual({ ok: false, error: { code: 'not-found' } })
    const answer = await change(store, welcome, {}, { active: false })
    expect(answer).toEqual({ ok: false, error: { code: 'not-found' } })
  })
})

test('a coupon that was read says everything; after a restart all but its addresses', async () => {
  const { store } = await openCoupons()
  const coupon = await read(store, office)
  expect(Object.keys(coupon.values)).toHaveLength(39)
  expect(coupon).toMatchObject({
    type: 'percentage',
    totalRedemptions: 318,
    deletedAt: null,
    unread: [],
    change: null,
    values: {
      minimumOrderPrice: 40_000,
      allowedEmails: ['pedidos@oficina.example.com', 'recepcion@clinica.example.com'],
    },
  })
  await store.restart()
  const again = await read(store, office)
  expect(again.values).not.toHaveProperty('allowedEmails')
  expect(again).toMatchObject({ unread: ['allowedEmails'], values: { minimumOrderPrice: 40_000 } })
  expect((await read(store, welcome)).values.allowedEmails).toEqual([])
})

test('ids have the names of the menu and of the token’s stores', async () => {
  const { store, clock } = await openCoupons()
  const names = async () => {
    await clock.advance(100)
    const answer = await store.call('coupons.names', {})
    return answer.ok ? answer.value : null
  }
  await expect.poll(async () => (await names())?.stores.length).toBe(2)
  await expect.poll(async () => (await names())?.products.length).toBeGreaterThan(0)
  const allNames = await names()
  expect(allNames?.stores).toContainEqual({
    id: 'store-punta-arenas',
    otherIds: ['punta-arenas'],
    name: 'Punta Arenas',
  })
  expect(allNames?.products).toContainEqual({
    id: 'prd-hamburguesa-clasica',
    otherIds: ['P101'],
    name: 'Hamburguesa clásica',
  })
  expect(allNames?.categories).toContainEqual({
    id: 'cat-hamburguesas',
    otherIds: ['C1'],
    name: 'Hamburguesas',
  })
  expect(allNames?.menus).toContainEqual({
    id: 'kH2qLySHZ6CdHopNC',
    otherIds: ['M1'],
    name: 'Carta web',
  })
  dropCouponRequests(store)
  await store.restart()
  expect((await names())?.stores).toHaveLength(2)
})

test('an open ticket is a basket, and a coupon is held against it', async () => {
  const { store, clock } = await openCoupons()
  store.practice.setReceiver(store.host.webhookUrl)
  const order = await store.practice.placeOrder({ isScheduled: false, paymentType: 'cash' })
  await expect.poll(() => store.ticket(order._id)).toBeDefined()
  const asked = await store.call('coupons.basketOf', { ticketId: order._id })
  if (!asked.ok) throw new Error(asked.error.code)
  const basket = asked.value
  expect(basket).toMatchObject({
    total: order.itemsPrice,
    paymentType: 'cash',
    channel: `${order.source}-${order.deliveryType}`,
    email: order.email,
    isNewUser: null,
    isBirthday: null,
  })
  expect(basket.items.map(({ amount }) => amount)).toEqual(order.items.map(({ amount }) => amount))
  const verdicts = async (couponId: string) => {
    const answer = await store.call('coupons.verdicts', { couponId, basket })
    if (!answer.ok) throw new Error(answer.error.code)
    return Object.fromEntries(answer.value.map(({ field, verdict }) => [field, verdict]))
  }
  expect(await verdicts('cpn-efectivo')).toMatchObject({
    active: 'passed',
    requiresPaymentTypes: 'passed',
    endDate: 'passed',
  })
  expect(await verdicts('cpn-magallanes')).toMatchObject({ requiresStoresIds: 'failed' })
  expect(await verdicts('cpn-tarjeta-faro')).toMatchObject({ requiredBINs: 'unknown' })
  clock.jump(50 * 86_400_000)
  expect(await verdicts('cpn-efectivo')).toMatchObject({ endDate: 'failed' })
  const nobody = await store.call('coupons.basketOf', { ticketId: 'nobody' })
  expect(nobody).toEqual({ ok: false, error: { code: 'not-found' } })
})
