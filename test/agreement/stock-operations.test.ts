import { afterEach, describe, expect, test } from 'vitest'
import type { StockAct } from '#contract/stock/stock.ts'
import { createDialect } from '#platform/dialect.ts'
import { readMenu } from '#platform/menus.ts'
import { createDocument } from '#platform/openapi/document.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import {
  advanceUntil,
  backOnSale,
  board,
  burger,
  decide,
  notice,
  openStore,
  platformStock,
  set,
  stateOf,
  stockStateOf,
  updates,
} from '#test/support/stock-board.ts'
import { startCheckingProxy } from './checking-proxy.ts'
import { createDocumentCheck } from './document-check.ts'

/** What the board promises is the same whichever operation the platform prefers. */
const operations = ['updateStock', 'outOfStock'] as const

const other = 'product:P102'
const option = 'option:G2/O6'
const other404 = 'product:gone'
const hour: StockAct = { kind: 'out', until: { kind: 'hours', hours: 1 } }
const seven: StockAct = { kind: 'count', left: 7 }

let proxy: Awaited<ReturnType<typeof startCheckingProxy>> | null = null
afterEach(async () => {
  expect(proxy?.violations).toEqual([])
  await proxy?.close()
  proxy = null
})

function checkFor(stockOperation: (typeof operations)[number]) {
  const dialect = createDialect({ stockOperation })
  const document = createDocument(dialect)
  return { dialect, document, check: createDocumentCheck(document) }
}
/** Made once, because a document takes long to compile. */
const checks = { updateStock: checkFor('updateStock'), outOfStock: checkFor('outOfStock') }

/** A store whose every request and answer is compared with the document. */
async function openChecked(stockOperation: (typeof operations)[number]) {
  const { dialect, document, check } = checks[stockOperation]
  const clock = new FakeClock(new Date().toISOString())
  const opened = await openStore(clock, () => clock.now(), {
    async inFront(practice) {
      proxy = await startCheckingProxy(practice, document, check)
      return proxy.v3
    },
    reach: () => ({ dialect, v1Url: proxy?.v1 ?? null }),
  })
  const { store } = opened
  const connection = {
    v3Url: store.practice.v3,
    v1Url: store.practice.v1,
    tabsUrl: null,
    token: store.practice.token,
    channelToken: null,
    dialect,
  }
  return {
    ...opened,
    /** Whether the platform's menu offers a product. */
    async isOffered(id: string) {
      const menu = await readMenu(connection, { params: { menuId: 'M1' } })
      if (!menu.ok) throw new Error(menu.failure.message)
      return menu.value.products?.find(({ externalId }) => externalId === id)?.available
    },
    /** The platform is too busy for changes of stock, until `behave`. */
    busy() {
      for (const path of ['updateStock', 'out-of-stock'])
        store.practice.misbehave({ path, kind: 'status', status: 429 })
    },
  }
}

describe.each(operations)('with %s', (operation) => {
  const open = () => openChecked(operation)

  test('a product is sold out, and back on sale', async () => {
    const { store, clock, isOffered } = await open()
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(platformStock(store, 'P101')).toMatchObject({ stock: 0, untilDate: null })
    expect(await isOffered('P101')).toBe(false)
    await set(store, [burger], backOnSale)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(platformStock(store, 'P101')).toBeUndefined()
    expect(await isOffered('P101')).toBe(true)
  })

  test('a product is sold out until an instant', async () => {
    const { store, clock, isOffered } = await open()
    await set(store, [burger], hour)
    await advanceUntil(store, clock, burger, 'confirmed')
    const { until } = (await stateOf(store, burger)) ?? {}
    expect(platformStock(store, 'P101')).toMatchObject({ stock: 0, untilDate: until })
    await clock.leap(61 * 60_000)
    expect(await isOffered('P101')).toBe(true)
  })

  test('further notice replaces an instant', async () => {
    const { store, clock } = await open()
    await set(store, [burger], hour)
    await advanceUntil(store, clock, burger, 'confirmed')
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(platformStock(store, 'P101')).toMatchObject({ stock: 0, untilDate: null })
  })

  test('a count is set, and orders reduce it here and there', async () => {
    const { store, clock } = await open()
    await set(store, [burger], seven)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(platformStock(store, 'P101')?.stock).toBe(7)
    await clock.advance(1_000)
    const { items } = await store.practice.placeOrder()
    const product = { _id: 'prd-hamburguesa-clasica', externalId: 'P101' }
    await store.practice.placeOrder({
      createdAt: new Date(clock.now()).toISOString(),
      items: items.slice(0, 1).map((item) => ({
        ...item,
        amount: 2,
        modifiers: [],
        product: { ...item.product, ...product },
      })),
    })
    expect(platformStock(store, 'P101')?.stock).toBe(5)
    await expect.poll(async () => (await stateOf(store, burger))?.left).toBe(5)
  })

  test('products and options that are tapped together all go, each once', async () => {
    const { store, clock } = await open()
    const { items } = await board(store)
    const options = items.filter(({ kind, groups }) => kind === 'option' && groups.length > 0)
    const products = items.filter(({ kind }) => kind === 'product')
    const keys = [...products.slice(0, 9), ...options.slice(0, 9)].map(({ key }) => key)
    expect(keys).toHaveLength(18)
    await set(store, keys, notice)
    for (const key of keys) await advanceUntil(store, clock, key, 'confirmed')
    expect(updates(store).map(({ count }) => count)).toEqual(keys.map(() => 1))
  })

  test('of contradictory taps the last is what the platform gets, once', async () => {
    const { store, clock, busy } = await open()
    busy()
    await set(store, [burger, option], notice)
    await set(store, [burger], backOnSale)
    await set(store, [burger], seven)
    await clock.advance(3_000)
    expect(updates(store)).toEqual([])
    store.practice.behave()
    for (const key of [burger, option]) await advanceUntil(store, clock, key, 'confirmed')
    expect(updates(store).map(({ count }) => count)).toEqual([1, 1])
    expect(platformStock(store, 'P101')?.stock).toBe(7)
  })

  test('what is over before it can be sent is not sent', async () => {
    const { store, clock, busy } = await open()
    busy()
    await set(store, [burger], hour)
    await clock.leap(61 * 60_000)
    // An answer takes real time, in which the test's clock runs on: the platform's seems to be late.
    await expect
      .poll(async () => {
        await clock.advance(1_000)
        return stateOf(store, burger)
      })
      .toBeUndefined()
    store.practice.behave()
    await clock.leap(10 * 60_000)
    expect(await stateOf(store, burger)).toBeUndefined()
    expect(updates(store)).toEqual([])
  })

  test('a count that waited 15 minutes is not sent: a person counts again', async () => {
    const { store, clock, busy } = await open()
    busy()
    await set(store, [burger], seven)
    await clock.leap(16 * 60_000)
    expect(await stateOf(store, burger)).toMatchObject({
      delivery: { state: 'expired', choices: ['mark-done'] },
    })
    store.practice.behave()
    await clock.advance(60_000)
    expect(updates(store)).toEqual([])
  })

  test('an unknown product is refused alone, and a person may leave it', async () => {
    const { store, clock } = await open()
    await set(store, [burger, other404, option, other], notice)
    for (const key of [burger, other, option]) await advanceUntil(store, clock, key, 'confirmed')
    await advanceUntil(store, clock, other404, 'refused')
    expect((await stateOf(store, other404))?.delivery?.message).toContain('Product not found')
    await decide(store, [other404], 'mark-done')
    expect(await stateOf(store, other404)).toBeUndefined()
    expect(updates(store).map(({ count }) => count)).toEqual([1, 1, 1])
  })

  test('what waits survives a restart', async () => {
    const { store, clock, busy } = await open()
    busy()
    await set(store, [burger, option], notice)
    await clock.advance(1_000)
    await store.restart()
    store.practice.setReceiver(store.host.webhookUrl)
    store.practice.behave()
    for (const key of [burger, option]) await advanceUntil(store, clock, key, 'confirmed')
    expect(stockStateOf(await stateOf(store, burger))).toBe('confirmed')
  })
})
