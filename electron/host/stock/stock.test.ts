import { describe, expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import type { StockAct } from '#contract/stock/stock.ts'
import { menuLagMs } from '#domain/stock/row.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import {
  backOnSale,
  advanceUntil,
  board,
  burger,
  decide,
  historyOf,
  notice,
  openStore,
  set,
  stockStateOf,
  stateOf,
  updates,
} from '#test/support/stock-board.ts'

/** Another product that is on sale at the start. */
const other = 'product:P102'

let taps = 0

describe('the board', () => {
  test('is the store’s menu, with what it says is sold out', async () => {
    const { store } = await openStore()
    const { items, groups, states, menu } = await board(store)
    expect(items.find(({ key }) => key === burger)).toMatchObject({ kind: 'product' })
    expect(items.some(({ kind }) => kind === 'option')).toBe(true)
    expect(groups.some(({ kind }) => kind === 'category')).toBe(true)
    expect(menu).toMatchObject({
      error: null,
      readAt: expect.any(String) as string,
      choice: { by: 'name', taken: 1, others: 0 },
    })
    expect(states.length).toBeGreaterThan(0)
    for (const state of states)
      expect(state).toMatchObject({ state: 'out', source: 'menu', delivery: null })
  })

  test('is there after a restart without a line, with its age', async () => {
    const { store } = await openStore()
    const { items, menu } = await board(store)
    store.practice.misbehave({ path: '', kind: 'drop-before-effect' })
    await store.restart()
    const again = await board(store)
    expect(again.items).toEqual(items)
    expect(again.menu.readAt).toBe(menu.readAt)
  })
})

describe('a change', () => {
  test('is sent at once, and confirmed when the platform says that it finished', async () => {
    const { store, clock } = await openStore()
    expect(await set(store, [burger], notice)).toEqual({ ok: true, value: null })
    await advanceUntil(store, clock, burger, 'confirmed')
    expect(await stateOf(store, burger)).toMatchObject({
      state: 'out',
      until: null,
      setBy: 'Grill',
    })
    expect(updates(store)).toMatchObject([{ count: 1 }])
    await set(store, [burger], backOnSale)
    await expect
      .poll(() => store.practice.stock().map((each) => each.productExternalId))
      .not.toContain('P101')
  })

  test('of several items is one request with one entry an item', async () => {
    const { store, clock } = await openStore()
    const { items } = await board(store)
    const keys = items.slice(0, 12).map(({ key }) => key)
    await set(store, [...keys, ...keys], notice)
    for (const key of keys) await advanceUntil(store, clock, key, 'confirmed')
    expect(updates(store).map(({ count }) => count)).toEqual(keys.map(() => 1))
  })

  test('that brought an item back is forgotten once the menu agrees', async () => {
    const { store, clock } = await openStore()
    await set(store, [burger], backOnSale)
    await advanceUntil(store, clock, burger, 'confirmed')
    await clock.advance(menuLagMs + 2_000)
    await store.call('menu.refresh', {})
    await expect.poll(() => stateOf(store, burger)).toBeUndefined()
  })

  test('of very many goes in chunks', async () => {
    const { store, clock } = await openStore()
    const { items } = await board(store)
    const keys = items.slice(0, 120).map(({ key }) => key)
    expect(keys).toHaveLength(120)
    await set(store, keys, notice)
    const deliveryLabels = async () => {
      await clock.advance(200)
      const { states } = await board(store)
      return new Set(keys.map((key) => stockStateOf(states.find((state) => state.key === key))))
    }
    await expect.poll(deliveryLabels).toEqual(new Set(['confirmed']))
    expect(updates(store).map(({ count }) => count)).toEqual(keys.map(() => 1))
    // RUNNING and FINISHED of three processes.
    expect(store.practice.eventCounts().delivered).toBe(6)
  })

  test('repeated by its tap id changes nothing', async () => {
    const { store, clock } = await openStore()
    await set(store, [burger], notice, 'tap')
    await advanceUntil(store, clock, burger, 'confirmed')
    await set(store, [burger], notice, 'tap')
    await clock.advance(5_000)
    expect(updates(store)).toMatchObject([{ count: 1 }])
  })

  test('until the next opening, in the store’s zone', async () => {
    const { store } = await openStore()
    const { nextOpening } = await board(store)
    await set(store, [burger], { kind: 'out', until: { kind: 'opening' } })
    expect((await stateOf(store, burger))?.until).toBe(nextOpening)
    expect(nextOpening).not.toBeNull()
  })

  // The practice store opens at 8:00 and closes at 23:30, three hours behind UTC.
  test('until the next opening, four minutes before one, outlasts the service that begins', async () => {
    const { store, clock } = await openStore(new FakeClock('2026-11-21T10:56:00.000Z'))
    const tomorrow = '2026-11-22T11:00:00.000Z'
    expect((await board(store)).nextOpening).toBe(tomorrow)
    await set(store, [burger], { kind: 'out', until: { kind: 'opening' } })
    await advanceUntil(store, clock, burger, 'confirmed')
    await clock.advance(10 * 60_000)
    expect(await stateOf(store, burger)).toMatchObject({ state: 'out', until: tomorrow })
    expect((await board(store)).nextOpening).toBe(tomorrow)
  })

  test('until the next opening changes once the next service is near, and screens are notified', async () => {
    // 6:45 UTC is halfway between closing and opening.
    const { store, clock } = await openStore(new FakeClock('2026-11-21T06:44:00.000Z'))
    expect((await board(store)).nextOpening).toBe('2026-11-21T11:00:00.000Z')
    const received: string[] = []
    store.listen(({ type }) => received.push(type))
    await clock.advance(2 * 60_000)
    expect((await board(store)).nextOpening).toBe('2026-11-22T11:00:00.000Z')
    expect(received).toContain('stock.replaced')
  })
})

describe('offline', () => {
  test('the last of contradictory taps is what the platform sees, once an item', async () => {
    const { store, clock } = await openStore()
    store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
    await set(store, [burger], notice)
    await set(store, [burger], backOnSale)
    await set(store, [other], notice)
    await set(store, [burger], { kind: 'count', left: 7 })
    await clock.advance(3_000)
    expect(stockStateOf(await stateOf(store, burger))).toMatch(/queued|sending/)
    store.practice.behave()
    await advanceUntil(store, clock, burger, 'confirmed')
    await advanceUntil(store, clock, other, 'confirmed')
    expect(updates(store).map(({ count }) => count)).toEqual([1, 1])
    expect(store.practice.stock().find((each) => each.productExternalId === 'P101')?.stock).toBe(7)
  })

  test('a change that expires before the connection is back is not sent', async () => {
    const { store, clock } = await openStore()
    store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
    await set(store, [burger], { kind: 'out', until: { kind: 'hours', hours: 1 } })
    await clock.leap(59 * 60_000)
    expect(stockStateOf(await stateOf(store, burger))).toMatch(/queued|sending/)
    await clock.advance(2 * 60_000)
    store.practice.behave()
    await clock.leap(10 * 60_000)
    expect(await stateOf(store, burger)).toBeUndefined()
    expect(updates(store)).toEqual([])
  })

  test('a waiting change survives a restart', async () => {
    const { store, clock } = await openStore()
    store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
    await set(store, [burger], notice)
    await clock.advance(1_000)
    await store.restart()
    store.practice.setReceiver(store.host.webhookUrl)
    store.practice.behave()
    await advanceUntil(store, clock, burger, 'confirmed')
  })
})

test('a taken change whose answer is dropped is confirmed by the platform’s list, and sent no second time as a count', async () => {
  const { store, clock } = await openStore()
  store.practice.misbehave({ path: 'updateStock', kind: 'drop-after-effect', times: 1 })
  await set(store, [burger], { kind: 'count', left: 5 })
  await advanceUntil(store, clock, burger, 'confirmed')
  await clock.advance(60_000)
  expect(updates(store)).toMatchObject([{ count: 1 }])
})

describe('an ingredient', () => {
  const save = async (store: TestStore, keys: string[]) => {
    const saved = await store.call('stock.saveIngredient', { id: null, name: 'Palta', keys })
    if (!saved.ok) throw new Error(saved.error.code)
    return saved.value.id
  }
  const act = (store: TestStore, ingredientId: string, act: StockAct) =>
    store.call('stock.setIngredient', {
      tapId: `own-${String(++taps)}`,
      ingredientId,
      act,
    })

  test('of twelve items of which one is refused takes off eleven, and says why', async () => {
    const { store, clock } = await openStore()
    const { items } = await board(store)
    const keys = [...items.slice(0, 11).map(({ key }) => key), 'product:gone']
    const id = await save(store, keys)
    await act(store, id, notice)
    for (const key of keys.slice(0, 11)) await advanceUntil(store, clock, key, 'confirmed')
    await advanceUntil(store, clock, 'product:gone', 'refused')
    expect((await stateOf(store, 'product:gone'))?.delivery?.message).toContain(
      'Product not found [productId:gone]',
    )
    expect(updates(store).map(({ count }) => count)).toEqual(keys.slice(0, 11).map(() => 1))
    await decide(store, ['product:gone'], 'mark-done')
    expect(await stateOf(store, 'product:gone')).toBeUndefined()
  })

  test('brings back only what it took', async () => {
    const { store, clock } = await openStore()
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    const id = await save(store, [burger, other])
    await act(store, id, notice)
    await advanceUntil(store, clock, other, 'confirmed')
    expect(await stateOf(store, other)).toMatchObject({ ingredientId: id })
    await act(store, id, backOnSale)
    await expect
      .poll(async () => {
        await clock.advance(200)
        return (await stateOf(store, other))?.state ?? 'on-sale'
      })
      .toBe('on-sale')
    expect(await stateOf(store, burger)).toMatchObject({ state: 'out' })
  })
})

describe('time', () => {
  test('brings an item back when it is over, also across a change of the clocks', async () => {
    // Half an hour before midnight in Santiago, when the clocks jump from 0:00 to 1:00.
    const clock = new FakeClock('2026-09-06T03:30:00.000Z')
    const { store } = await openStore(clock)
    await set(store, [burger], { kind: 'out', until: { kind: 'time', time: '01:30' } })
    expect(await stateOf(store, burger)).toMatchObject({ until: '2026-09-06T04:30:00.000Z' })
    await clock.leap(61 * 60_000)
    // An answer that was in flight while the clock advanced contradicts it until newer answers
    // arrive.
    await expect
      .poll(async () => {
        await clock.advance(10_000)
        return historyOf(store, burger)
      })
      .toMatchObject([{ endedAt: '2026-09-06T04:30:00.000Z' }])
    expect((await stateOf(store, burger))?.until ?? null).toBeNull()
  })

  test('makes a count that could not be sent for 15 minutes ask again', async () => {
    const { store, clock } = await openStore()
    store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
    await set(store, [burger], { kind: 'count', left: 5 })
    await clock.leap(16 * 60_000)
    expect(await stateOf(store, burger)).toMatchObject({
      left: 5,
      delivery: { state: 'expired', choices: ['mark-done'] },
    })
    expect(await store.call('deliveries.pending', {})).toMatchObject({
      value: { decisions: [{ kind: 'stock', about: { isCount: true } }] },
    })
    store.practice.behave()
    await clock.advance(60_000)
    expect(updates(store)).toEqual([])
  })

  test('asks at the opening about what is still off, and leaves it off on request', async () => {
    const { store, clock } = await openStore(new FakeClock('2026-11-21T16:00:00.000Z'))
    await set(store, [burger], notice)
    const { nextOpening } = await board(store)
    await clock.leap(Date.parse(nextOpening ?? '') - clock.now() + 1_000)
    // The opening counts as reached once answers newer than those in flight agree.
    await expect
      .poll(async () => {
        await clock.advance(10_000)
        return (await board(store)).opening
      })
      .toEqual({ at: nextOpening, keys: [burger] })
    await store.call('stock.answerOpening', {})
    expect((await board(store)).opening).toBeNull()
    expect(await stateOf(store, burger)).toMatchObject({ state: 'out' })
  })
})

test('a listener that throws changes nothing for what is sent: a count goes once, and is confirmed', async () => {
  const { store, clock } = await openStore()
  store.listen(() => {
    throw new Error('a screen with a bug')
  })
  await set(store, [burger], { kind: 'count', left: 5 })
  await advanceUntil(store, clock, burger, 'confirmed')
  expect(updates(store)).toMatchObject([{ count: 1 }])
  expect(store.log.text()).toContain('a screen with a bug')
})

test('a picture of the menu is kept, and shown without a line', async () => {
  const { store } = await openStore()
  const withPicture = (await board(store)).items.find(({ picture }) => picture !== null)
  const picture = await store.host.picture(withPicture?.picture ?? '')
  expect(picture?.type).toBe('image/png')
  expect(picture?.bytes.length).toBeGreaterThan(0)
  await store.practice.close()
  await store.restart()
  const stored = await store.host.picture(withPicture?.picture ?? '')
  expect(Buffer.from(stored?.bytes ?? [])).toEqual(Buffer.from(picture?.bytes ?? []))
  expect(await store.host.picture(withPicture?.key ?? '')).toBeNull()
})

test('one decision about many: undecided changes are resent once each, and settled ones stay', async () => {
  const { store, clock } = await openStore()
  const count = 'product:P103'
  store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 400 })
  await set(store, [burger, other], notice)
  await set(store, [count], { kind: 'count', left: 4 })
  for (const key of [burger, other, count]) await advanceUntil(store, clock, key, 'refused')
  store.practice.behave()
  const all = [burger, burger, other, 'product:P104']
  expect(await decide(store, all, 'retry')).toEqual({ ok: true, value: 2 })
  for (const key of [burger, other]) await advanceUntil(store, clock, key, 'confirmed')
  expect(stockStateOf(await stateOf(store, count))).toBe('refused')
  expect(await decide(store, all, 'mark-done')).toEqual(fail('too-late'))
  expect(updates(store).map((each) => each.count)).toEqual([1, 1])
})

test('ingredients are proposed from the menu’s texts, until one is called so', async () => {
  const { store } = await openStore()
  const proposed = async () => {
    const answer = await store.call('stock.proposeIngredients', {})
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.value
  }
  const avocado = (await proposed()).find(({ name }) => name === 'Palta')
  const { items } = await board(store)
  const named = items.filter(({ key }) => avocado?.keys.includes(key)).map(({ name }) => name)
  // Found by its description, by its name, and as an option.
  expect(named).toEqual(
    expect.arrayContaining(['Hamburguesa italiana', 'Ave palta', 'Bowl de quínoa', 'Palta']),
  )
  await store.call('stock.saveIngredient', { id: null, name: 'PALTAS', keys: avocado?.keys ?? [] })
  expect((await proposed()).map(({ name }) => name)).not.toContain('Palta')
})
