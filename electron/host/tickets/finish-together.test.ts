import { describe, expect, test } from 'vitest'
import { ok } from '#contract/shared/result.ts'
import { iso, place, post } from '#test/support/day-of-orders.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

/** A steak takes 12 minutes and a soup 4; of bread nobody knows it. */
async function openKitchen(finishTogether = true): Promise<StationStore> {
  const store = await openStationStore(['grill', 'bar'])
  await store.route('steak', 'grill')
  await store.route('soup', 'bar')
  await setTime(store, 'steak', 12)
  await setTime(store, 'soup', 4)
  await store.call('settings.change', { finishTogether })
  return store
}

const setTime = (store: StationStore, product: string, minutes: number | null) =>
  store.call('stations.setTime', { key: `product:${product}`, minutes })

const starts = async (store: StationStore, id = '1') =>
  Object.fromEntries(
    (await store.now(id)).items.map(({ key, startsAt }) => [
      key.replace('it-', ''),
      startsAt ?? null,
    ]),
  )

const later = iso(1 + 8 * 60)
const steak = dish('steak')
const soup = dish('soup')
const bread = dish('bread')

describe('a short dish', () => {
  test('starts later than the long one, so that both are done together', async () => {
    const store = await openKitchen()
    await store.order('1', steak, soup, bread)
    expect(await starts(store)).toEqual({ steak: null, soup: later, bread: null })
  })

  test('starts at once while nobody turned it on, and in a kitchen without stations', async () => {
    const store = await openKitchen(false)
    await store.order('1', steak, soup)
    const before = JSON.stringify(await store.now('1'))
    expect(before).not.toContain('startsAt')
    await store.call('settings.change', { finishTogether: true })
    expect(await starts(store)).toMatchObject({ soup: later })
    await store.call('settings.change', { finishTogether: false })
    expect(JSON.stringify(await store.now('1'))).toBe(before)
    await store.call('settings.change', { finishTogether: true })
    for (const stationId of store.ids('grill', 'bar'))
      await store.call('stations.remove', { stationId })
    expect(await starts(store)).toEqual({ steak: null, soup: null })
  })

  test.each([
    ['an allergy of the dish', { items: [steak, dish('soup', { comment: 'alergia al mani' })] }],
    ['an allergy of the order', { items: [steak, soup], comment: 'alergia al mani' }],
  ])('starts at once with %s', async (_name, request) => {
    const store = await openKitchen()
    await place(store, '1', request)
    expect(await starts(store)).toEqual({ steak: null, soup: null })
  })

  test('starts at once when an allergy of its guest is noted, and later again when it is gone', async () => {
    const store = await openKitchen()
    const { guests } = valueOfOk(await store.call('guests.list', { text: '', page: 1 }))
    const { clientId = '', phone = '' } = guests.find((each) => each.phone !== null) ?? {}
    await place(store, '1', { items: [steak, soup], phone: phone ?? '' })
    await place(store, '2', { items: [steak, soup], phone: '+56900009999' })
    expect(await starts(store)).toEqual({ steak: null, soup: later })
    const note = (allergies: string) => store.call('guests.setAllergies', { clientId, allergies })
    const reported = () =>
      store.events
        .findLast((event) => event.type === 'tickets.changed')
        ?.tickets.find(({ id }) => id === '1')
    expect(await note('maní')).toEqual(ok(null))
    expect(await starts(store)).toEqual({ steak: null, soup: null })
    await expect.poll(reported).toMatchObject({ guestAllergies: 'maní', items: [{}, {}] })
    expect(reported()?.items[1]).not.toHaveProperty('startsAt')
    await store.restart()
    expect(await starts(store)).toEqual({ steak: null, soup: null })
    expect(await starts(store, '2')).toMatchObject({ soup: iso(2 + 8 * 60) })
    expect(await note('')).toEqual(ok(null))
    expect(await starts(store)).toEqual({ steak: null, soup: later })
    await expect.poll(reported).toMatchObject({ items: [{}, { startsAt: later }] })
  })

  test('of a scheduled order counts from when the kitchen begins with it', async () => {
    const store = await openKitchen()
    const scheduled = { isScheduled: true, expectedPreparationDuration: 10 }
    await place(store, '1', { ...scheduled, items: [steak, soup], deliverAt: iso(7_200) })
    const { queueAt } = await store.now('1')
    const from = (at: string) => new Date(Date.parse(at) + 8 * 60_000).toISOString()
    expect(await starts(store)).toMatchObject({ soup: from(queueAt) })
    await post(store, '1', { ...scheduled, items: [steak, soup], deliverAt: iso(9_000) }, 30)
    await expect.poll(async () => (await store.now('1')).queueAt).not.toBe(queueAt)
    expect(await starts(store)).toMatchObject({ soup: from((await store.now('1')).queueAt) })
  })
})

describe('the start of a dish', () => {
  test('stays when a time changes, over a restart and with a new menu; a new ticket has the new one', async () => {
    const store = await openKitchen()
    await store.order('1', steak, soup, bread)
    await setTime(store, 'steak', 30)
    await setTime(store, 'bread', 1)
    await setTime(store, 'soup', null)
    const kept = { steak: null, soup: later, bread: null }
    expect(await starts(store)).toEqual(kept)
    await store.restart()
    expect(await starts(store)).toEqual(kept)
    await store.route('soup', 'grill')
    expect(await starts(store)).toEqual(kept)
    await store.order('2', steak, soup, bread)
    expect(await starts(store, '2')).toEqual({ steak: null, soup: null, bread: iso(2 + 29 * 60) })
  })

  test('is computed anew for a changed dish, and only for that one', async () => {
    const store = await openKitchen()
    await store.order('1', steak, soup, bread)
    await setTime(store, 'steak', 20)
    await setTime(store, 'bread', 2)
    await post(store, '1', { items: [steak, soup, dish('bread', { amount: 2 })] }, 30)
    await expect.poll(async () => (await store.now('1')).changes).toHaveLength(1)
    expect(await starts(store)).toEqual({ steak: null, soup: later, bread: iso(1 + 18 * 60) })
  })

  test('is gone once somebody has begun the dish, and back when nobody has', async () => {
    const store = await openKitchen()
    await store.order('1', steak, soup)
    const start = (started: boolean) =>
      store.call('tickets.start', { ticketId: '1', stations: store.ids('bar'), started })
    await start(true)
    expect(await starts(store)).toEqual({ steak: null, soup: null })
    await start(false)
    expect(await starts(store)).toEqual({ steak: null, soup: later })
    await store.call('tickets.setDone', {
      ...{ ticketId: '1', stations: store.ids('bar'), itemKeys: [], done: true, tapId: 'tap' },
    })
    expect(await starts(store)).toEqual({ steak: null, soup: null })
  })
})
