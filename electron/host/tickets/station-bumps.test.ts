import { describe, expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { post } from '#test/support/day-of-orders.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

/** A grill and a bar; a soup and a cola are ordered. */
async function openKitchen(lastStationBumps: boolean, undoSeconds = 0): Promise<StationStore> {
  const store = await openStationStore(['grill', 'bar'])
  await store.call('settings.change', { lastStationBumps, undoSeconds })
  await store.route('soup', 'grill')
  await store.route('cola', 'bar')
  await store.order('1', dish('soup'), dish('cola'))
  return store
}

const setDone = (
  store: StationStore,
  stations: string[],
  tapId: string,
  { items = [], done = true }: { items?: string[]; done?: boolean } = {},
) =>
  store.call('tickets.setDone', {
    ticketId: '1',
    stations: store.ids(...stations),
    itemKeys: items.map((each) => `it-${each}`),
    ...{ done, tapId },
  })

const undo = (store: StationStore, ...stations: string[]) =>
  store.call('tickets.undo', { ticketId: '1', stations: store.ids(...stations) })

const stateOf = async (store: StationStore): Promise<string | undefined> =>
  (await store.now('1')).bump?.delivery.state

/** The ids of all bumps that were ever stored, and how often the platform got one. */
async function bumpsOf(store: StationStore) {
  const detail = await store.call('tickets.get', { ticketId: '1' })
  if (!detail.ok) throw new Error(detail.error.code)
  return {
    stored: detail.value.sent.map(({ id }) => id),
    sent: store.practice.effects().reduce((sum, { count }) => sum + count, 0),
  }
}

describe('the last station', () => {
  test('bumps the ticket, once, whoever taps again', async () => {
    const store = await openKitchen(true)
    await setDone(store, ['grill'], 'first')
    expect((await store.now('1')).bump).toBeNull()
    await setDone(store, ['bar'], 'last')
    expect((await store.now('1')).stage).toBe('ready')
    await expect.poll(() => stateOf(store)).toBe('confirmed')
    await setDone(store, ['bar'], 'last')
    await setDone(store, ['grill'], 'more')
    await store.call('tickets.markReady', { ticketId: '1', tapId: 'also' })
    await store.restart()
    expect(await bumpsOf(store)).toEqual({ stored: ['last'], sent: 1 })
  })

  test('does not bump a ticket that somebody has bumped before', async () => {
    const store = await openKitchen(true)
    await store.call('tickets.markReady', { ticketId: '1', tapId: 'whole' })
    await expect.poll(() => stateOf(store)).toBe('confirmed')
    await setDone(store, ['grill', 'bar'], 'last')
    expect((await store.now('1')).items.every(({ struck }) => struck)).toBe(true)
    expect(await bumpsOf(store)).toEqual({ stored: ['whole'], sent: 1 })
  })

  test('does not bump without the setting', async () => {
    const store = await openKitchen(false)
    await setDone(store, ['grill'], 'first')
    await setDone(store, ['bar'], 'last')
    expect(await store.now('1')).toMatchObject({ stage: 'new', bump: null })
    expect((await store.now('1')).items.every(({ struck }) => struck)).toBe(true)
  })

  test('does not bump while a dish of it or of everything else is left', async () => {
    const store = await openKitchen(true)
    await store.order('2', dish('soup'), dish('bread'))
    const done = (station: string, item: string) =>
      store.call('tickets.setDone', {
        ticketId: '2',
        stations: store.ids(station),
        itemKeys: [`it-${item}`],
        done: true,
        tapId: item,
      })
    await done('grill', 'soup')
    expect((await store.now('2')).bump).toBeNull()
    await done('rest', 'bread')
    expect((await store.now('2')).stage).toBe('ready')
  })

  test('does not bump while a dish that was done has changed since', async () => {
    const store = await openKitchen(true)
    await setDone(store, ['grill'], 'first')
    await post(store, '1', { items: [dish('soup', { amount: 2 }), dish('cola')] }, 10)
    await expect.poll(() => store.work('1')).toMatchObject({ soup: { grill: 'open' } })
    await setDone(store, ['bar'], 'second')
    expect((await store.now('1')).bump).toBeNull()
    await setDone(store, ['grill'], 'last')
    expect((await store.now('1')).stage).toBe('ready')
  })

  test('does not bump with a message that is repeated after somebody took the bump back', async () => {
    const store = await openKitchen(true, 5)
    await setDone(store, ['grill', 'bar'], 'tap')
    await undo(store, 'grill', 'bar')
    await setDone(store, ['grill', 'bar'], 'tap')
    expect((await store.now('1')).bump).toBeNull()
    await store.clock.advance(60_000)
    expect(await bumpsOf(store)).toEqual({ stored: ['tap'], sent: 0 })
  })

  test('is not the whole kitchen, which bumps by itself', async () => {
    const store = await openKitchen(true)
    await setDone(store, [], 'all')
    expect((await store.now('1')).items.every(({ struck }) => struck)).toBe(true)
    expect((await store.now('1')).bump).toBeNull()
  })

  test('bumps a recalled ticket again once its dishes are done again', async () => {
    const store = await openKitchen(true)
    await setDone(store, ['grill', 'bar'], 'first')
    await expect.poll(() => stateOf(store)).toBe('confirmed')
    await store.call('tickets.recall', { ticketId: '1', stations: store.ids('bar') })
    expect((await store.now('1')).stage).toBe('new')
    await setDone(store, ['bar'], 'second')
    await expect.poll(() => stateOf(store)).toBe('confirmed')
    expect((await bumpsOf(store)).sent).toBe(1)
  })
})

describe('undo at a station', () => {
  test('takes the bump back with what the station did last, until it is sent', async () => {
    const store = await openKitchen(true, 5)
    await setDone(store, ['grill'], 'first')
    await store.clock.advance(1_000)
    await setDone(store, ['bar'], 'last')
    await store.clock.advance(4_000)
    expect(await undo(store, 'bar')).toEqual(ok(null))
    expect(await store.now('1')).toMatchObject({ stage: 'new', bump: null })
    expect(await store.work('1')).toEqual({ soup: { grill: 'done' }, cola: { bar: 'open' } })
    await store.clock.advance(60_000)
    expect((await bumpsOf(store)).sent).toBe(0)
    await setDone(store, ['bar'], 'again')
    expect((await store.now('1')).stage).toBe('ready')
  })

  test('is too late once the bump is sent, and changes nothing then', async () => {
    const store = await openKitchen(true)
    await setDone(store, ['grill', 'bar'], 'last')
    await expect.poll(() => stateOf(store)).toBe('confirmed')
    expect(await undo(store, 'bar')).toEqual(fail('too-late'))
    expect(await store.work('1')).toEqual({ soup: { grill: 'done' }, cola: { bar: 'done' } })
    expect((await store.now('1')).stage).toBe('ready')
  })
})

test('recall at a station takes a bump back that is not sent yet, and it never is', async () => {
  const store = await openKitchen(true, 5)
  await setDone(store, ['grill', 'bar'], 'last')
  await store.call('tickets.recall', { ticketId: '1', stations: store.ids('bar') })
  const detail = await store.call('tickets.get', { ticketId: '1' })
  expect(detail).toMatchObject({ value: { sent: [{ delivery: { state: 'withdrawn' } }] } })
  await store.clock.advance(60_000)
  expect(await bumpsOf(store)).toEqual({ stored: ['last'], sent: 0 })
})
