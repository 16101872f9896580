import { describe, expect, test } from 'vitest'
import type { StockAct } from '#contract/stock/stock.ts'
import { createDialect } from '#platform/dialect.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { lost, openGoBetween } from '#test/support/go-between.ts'
import {
  advanceUntil,
  backOnSale,
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

const other = 'product:P102'
const option = 'option:G2/O6'
const five: StockAct = { kind: 'count', left: 5 }
const deadUrl = 'http://127.0.0.1:1024/v'
const dialect = createDialect({ stockOperation: 'outOfStock' })
const newClock = () => new FakeClock(new Date().toISOString())

/** A store whose platform prefers to change each product by itself. */
const open = (more: Parameters<typeof openStore>[2] = {}, clock = newClock()) =>
  openStore(clock, () => clock.now(), { reach: () => ({ dialect }), ...more })

/** The same with changes to the platform's answers; `sent` has the bodies of the changes. */
async function openBetween(change: (answer: object) => object = (answer) => answer) {
  const clock = newClock()
  const between = await openGoBetween(
    {
      data(path, data) {
        if (!path.endsWith('/out-of-stock')) return data
        const { data: answer, ...envelope } = data as { data: object }
        return { ...envelope, data: change(answer) }
      },
    },
    { stockOperation: 'outOfStock' },
    { now: () => clock.now() },
  )
  const { dialect: prefers } = between.connection
  const opened = await open({ between, reach: () => ({ dialect: prefers }) }, clock)
  return { ...opened, between, sent: () => between.sent.map((body): unknown => JSON.parse(body)) }
}

describe('a change of a product', () => {
  test('is one request each, confirmed by its answer without any event', async () => {
    const { store, clock } = await open()
    store.practice.setReceiver(null)
    await set(store, [burger, other], notice)
    for (const key of [burger, other]) await advanceUntil(store, clock, key, 'confirmed')
    expect(updates(store)).toMatchObject([
      { operation: 'out-of-stock', count: 1 },
      { operation: 'out-of-stock', count: 1 },
    ])
  })

  test('says exactly what the person asked for', async () => {
    const { store, clock, sent } = await openBetween()
    const acts: StockAct[] = [
      notice,
      { kind: 'out', until: { kind: 'hours', hours: 2 } },
      five,
      backOnSale,
    ]
    for (const act of acts) {
      await set(store, [burger], act)
      await advanceUntil(store, clock, burger, 'confirmed')
    }
    const untilDate = expect.stringMatching(/^2\d.*Z$/) as string
    expect(sent()).toEqual([
      { outOfStock: true, until: 'none' },
      { outOfStock: true, untilDate },
      { outOfStock: false, stock: 5, until: 'none' },
      { outOfStock: false },
    ])
  })

  test('waits while an earlier one of the same product is on the wire; the last one stands', async () => {
    const { store, clock, between, sent } = await openBetween()
    const requests = between.hold({ fits: (path) => path.endsWith('/out-of-stock'), max: 1 })
    await set(store, [burger], notice)
    await clock.advance(200)
    const first = await requests.next()
    await set(store, [burger], five)
    await set(store, [burger], backOnSale)
    await clock.advance(10_000)
    expect(requests.times()).toBe(1)
    expect(stockStateOf(await stateOf(store, burger))).toBe('queued')
    await first.answer()
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(sent()).toEqual([{ outOfStock: true, until: 'none' }, { outOfStock: false }])
    expect(platformStock(store, 'P101')).toBeUndefined()
  })

  test('that a crash interrupted is repeated', async () => {
    const { store, clock, between } = await openBetween()
    const answers = between.hold({ fits: (path) => path.endsWith('/out-of-stock'), when: 'after' })
    await set(store, [burger], notice)
    await clock.advance(200)
    const first = await answers.next()
    answers.stop()
    const restarted = store.restart()
    await clock.advance(5_000)
    await restarted
    await first.answer(lost)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(updates(store)).toMatchObject([{ count: 2 }])
  })
})

describe('a lost answer', () => {
  test.each<[string, StockAct]>([
    ['sold out', notice],
    ['on sale', backOnSale],
  ])('to %s is repeated', async (_what, act) => {
    const { store, clock } = await open()
    store.practice.misbehave({ path: 'out-of-stock', kind: 'drop-after-effect', times: 2 })
    await set(store, [burger], act)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(updates(store)).toMatchObject([{ count: 3 }])
  })

  test('to a count is not: a person decides', async () => {
    const { store, clock } = await open()
    store.practice.misbehave({ path: 'out-of-stock', kind: 'drop-after-effect', times: 1 })
    await set(store, [burger], five)
    await advanceUntil(store, clock, burger, 'undecided')
    await clock.advance(10 * 60_000)
    expect(updates(store)).toMatchObject([{ count: 1 }])
    expect((await stateOf(store, burger))?.delivery?.choices).toEqual(['retry', 'mark-done'])
    await decide(store, [burger], 'retry')
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(updates(store)).toMatchObject([{ count: 2 }])
  })
})

describe('an answer', () => {
  test.each<[string, StockAct, object, object | undefined]>([
    ['another count', five, { stock: 3 }, { state: 'counted', left: 3 }],
    ['that it is sold out', five, { outOfStock: true, stock: 0 }, { state: 'out' }],
    ['that it is on sale', notice, { outOfStock: false, stock: null }, { state: 'on-sale' }],
    ['that it is sold out, as a text', backOnSale, { outOfStock: 'true' }, { state: 'out' }],
  ])('with %s is shown as set elsewhere', async (_what, act, answered, shown) => {
    const { store, clock } = await openBetween((answer) => ({ ...answer, ...answered }))
    await set(store, [burger], act)
    await advanceUntil(store, clock, burger, 'elsewhere')
    expect(await stateOf(store, burger)).toMatchObject({ ...shown, delivery: null })
    // Nothing is left to send, and the board stays so after a restart.
    await store.restart()
    expect(await stateOf(store, burger)).toMatchObject({ ...shown, source: 'elsewhere' })
    expect(await store.call('deliveries.pending', {})).toMatchObject({ value: { total: 0 } })
  })

  test.each<[string, StockAct, object]>([
    ['“true” as a text', notice, { outOfStock: 'true', stock: '0', untilDate: 'null' }],
    ['the count as a text', five, { outOfStock: 'false', stock: '5' }],
    ['unreadable fields', notice, { outOfStock: 'maybe', stock: {}, untilDate: 'soon' }],
  ])('with %s confirms the change', async (_what, act, answered) => {
    const { store, clock } = await openBetween((answer) => ({ ...answer, ...answered }))
    await set(store, [burger], act)
    await advanceUntil(store, clock, burger, 'confirmed')
  })

  test('that has no field at all confirms the change', async () => {
    const { store, clock } = await openBetween(() => ({}))
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(await stateOf(store, burger)).toMatchObject({ state: 'out', source: 'here' })
  })

  test('that differed is settled by the next tap', async () => {
    let answered: object = { outOfStock: false, stock: null }
    const { store, clock } = await openBetween((answer) => ({ ...answer, ...answered }))
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'elsewhere')
    answered = {}
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(await stateOf(store, burger)).toMatchObject({ state: 'out', source: 'here' })
  })
})

describe('a refusal', () => {
  test.each([403, 404])('with %i of one product leaves the others alone', async (status) => {
    const { store, clock } = await open()
    store.practice.misbehave({ path: 'P101/out-of-stock', kind: 'status', status })
    await set(store, [burger, other, option], notice)
    for (const key of [other, option]) await advanceUntil(store, clock, key, 'confirmed')
    await advanceUntil(store, clock, burger, 'refused')
    const { delivery } = (await stateOf(store, burger)) ?? {}
    expect(delivery?.message).toBe(`${String(status)} The request has an error`)
    expect(delivery?.reason).toBe(status === 404 ? 'not-there' : undefined)
  })

  test('by a wrong path of the profile is told once for each product, and sent again once it is right', async () => {
    let path = '/shops/{storeId}/items/{productId}/sold-out'
    const { store, clock } = await open({
      reach: () => ({
        dialect: createDialect({ stockOperation: 'outOfStock', outOfStockPath: path }),
      }),
    })
    const asked = () => store.practice.traffic('/shops/').requests
    await set(store, [burger, other], notice)
    for (const key of [burger, other]) {
      await advanceUntil(store, clock, key, 'refused')
      expect((await stateOf(store, key))?.delivery).toMatchObject({
        reason: 'not-there',
        choices: ['retry', 'mark-done'],
      })
    }
    await clock.advance(10 * 60_000)
    expect(asked()).toBe(2)
    path = dialect.outOfStockPath
    await store.restart()
    store.practice.setReceiver(store.host.webhookUrl)
    expect(await decide(store, [burger, other], 'retry')).toEqual({ ok: true, value: 2 })
    for (const key of [burger, other]) await advanceUntil(store, clock, key, 'confirmed')
  })
})

describe('with two servers', () => {
  test('options go while nobody is at the address of products', async () => {
    let isDead = false
    const { store, clock } = await open({
      reach: () => ({ dialect, ...(isDead && { v3Url: deadUrl }) }),
    })
    isDead = true
    await store.restart()
    store.practice.setReceiver(store.host.webhookUrl)
    await set(store, [burger, option], notice)
    await advanceUntil(store, clock, option, 'confirmed')
    expect(stockStateOf(await stateOf(store, burger))).toMatch(/queued|sending/)
    expect(updates(store)).toMatchObject([{ operation: 'update-stock', count: 1 }])
  })

  test('products go while nobody is at the address of options', async () => {
    const { store, clock } = await open({ reach: () => ({ dialect, v1Url: deadUrl }) })
    await set(store, [option, burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(stockStateOf(await stateOf(store, option))).toMatch(/queued|sending/)
    expect(updates(store)).toMatchObject([{ operation: 'out-of-stock', count: 1 }])
  })
})
