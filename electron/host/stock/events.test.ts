import { describe, expect, test } from 'vitest'
import {
  backOnSale,
  advanceUntil,
  burger,
  decide,
  notice,
  openStore,
  set,
  stockStateOf,
  stateOf,
  updates,
} from '#test/support/stock-board.ts'

describe('the platform’s word', () => {
  test('that never comes is overdue after two minutes, and a person decides', async () => {
    const { store, clock } = await openStore()
    store.practice.setReceiver(null)
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'accepted')
    await clock.advance(119_000)
    expect(stockStateOf(await stateOf(store, burger))).toBe('accepted')
    await clock.advance(2_000)
    expect(await stateOf(store, burger)).toMatchObject({
      delivery: { state: 'unknown', reason: 'not-finished', choices: ['retry', 'mark-done'] },
    })
    store.practice.setReceiver(store.host.webhookUrl)
    await decide(store, [burger], 'retry')
    await advanceUntil(store, clock, burger, 'confirmed')
  })

  test('about a change of another system is shown as such, however often and late it comes', async () => {
    const { store, clock } = await openStore()
    store.practice.disturbEvents({ duplicates: 1, shuffle: true })
    store.practice.updateStockElsewhere({
      type: 'product',
      storeId: store.practice.storeId,
      productId: 'P101',
      stock: 3,
    })
    await advanceUntil(store, clock, burger, 'elsewhere')
    expect(await stateOf(store, burger)).toMatchObject({ state: 'counted', left: 3, setBy: null })
  })

  test('on an item by an external id that the menu leaves out is matched by its own id', async () => {
    const { store, clock } = await openStore()
    const item = { type: 'product', productExternalId: 'X', productId: 'prd-hamburguesa-clasica' }
    await store.post({
      type: 'processStatusUpdated',
      date: '2026-11-21T12:00:00.000Z',
      data: { status: 'FINISHED', processId: 'prc', processedItems: [{ ...item, stock: 0 }] },
    })
    await advanceUntil(store, clock, burger, 'elsewhere')
  })

  test('on a process that comes again later changes nothing', async () => {
    const { store, clock } = await openStore()
    const finished = (date: string) => ({
      type: 'processStatusUpdated',
      date,
      data: {
        status: 'FINISHED',
        processId: 'prc-of-another',
        processedItems: [{ type: 'product', productExternalId: 'P101', stock: 0 }],
      },
    })
    await store.post(finished('2026-11-21T12:00:00.000Z'))
    await advanceUntil(store, clock, burger, 'elsewhere')
    await set(store, [burger], backOnSale)
    await advanceUntil(store, clock, burger, 'confirmed')
    await store.post(finished('2026-11-21T12:00:09.000Z'))
    await clock.advance(1_000)
    expect(await stateOf(store, burger)).toMatchObject({
      state: 'on-sale',
      delivery: { state: 'confirmed' },
    })
  })

  describe('lists in any order', () => {
    /**
     * A burger whose sell-out is confirmed, and a function that sends another process's list some
     * milliseconds later.
     */
    async function openConfirmed() {
      const { store, clock } = await openStore()
      await set(store, [burger], notice)
      await advanceUntil(store, clock, burger, 'confirmed')
      const confirmedAt = Date.now()
      async function list(processId: string, after: number, stock: number | null) {
        const item = { type: 'product', productExternalId: 'P101', stock }
        await store.post({
          type: 'processStatusUpdated',
          date: new Date(confirmedAt + after).toISOString(),
          data: { status: 'FINISHED', processId, processedItems: [item] },
        })
        await clock.advance(1_000)
        return stateOf(store, burger)
      }
      return list
    }

    test('a change by another system before ours that is reported after ours changes nothing', async () => {
      const list = await openConfirmed()
      expect(await list('earlier', -60_000, null)).toMatchObject({
        delivery: { state: 'confirmed' },
      })
      expect(await list('later', 60_000, null)).toMatchObject({
        state: 'on-sale',
        source: 'elsewhere',
      })
      expect(await list('between', 30_000, 3)).toMatchObject({ state: 'on-sale' })
    })

    test('the second list of what had to be sent twice is ours as well', async () => {
      const list = await openConfirmed()
      expect(await list('repeated', 1_000, 0)).toMatchObject({
        state: 'out',
        delivery: { state: 'confirmed' },
      })
      // The repetition is the newest change and replaces the one in between.
      expect(await list('between', 500, null)).toMatchObject({
        state: 'out',
        delivery: { state: 'confirmed' },
      })
    })
  })

  test('a newer desired state waits for the process of the older one', async () => {
    const { store, clock } = await openStore()
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'accepted')
    await set(store, [burger], backOnSale)
    expect(await stateOf(store, burger)).toMatchObject({
      state: 'on-sale',
      delivery: { state: 'queued' },
    })
    await expect
      .poll(async () => {
        await clock.advance(200)
        return updates(store).map(({ count }) => count)
      })
      .toEqual([2])
  })
})
