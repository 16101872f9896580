import { expect, test } from 'vitest'
import type { Prints } from '#contract/printers/printers.ts'
import type { Order } from '#platform/order.ts'
import { bump, iso, post } from '#test/support/day-of-orders.ts'
import { addPrinter, until } from '#test/support/printing-kitchen.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

const whole: Prints = { what: 'full', stations: [], when: 'arrival' }
const soup = dish('soup')
const burger = dish('burger', { amount: 2 })

/** A kitchen with a grill and a bar, a printer at the pass, and an order on paper. */
async function openPrinted(request: Partial<Order>) {
  const store = await openStationStore(['grill', 'bar'])
  await store.route('burger', 'grill')
  await store.route('soup', 'bar')
  const pass = await addPrinter(store, store.clock, 'Pass', whole)
  const sent = { items: [burger, soup], ...request }
  await post(store, '1', sent)
  await until(store.clock, () => pass.machine.papers.length).toBe(1)
  let seconds = 0
  let now = sent
  return {
    store,
    /** The order as it is some seconds later. */
    async change(next: Partial<Order>): Promise<void> {
      seconds += 10
      now = { ...now, ...next }
      await post(store, '1', now, seconds)
      await store.clock.advance(2_000)
    },
    /** What the printer has printed since, the newest last. */
    slips: () => pass.texts().slice(1),
    printed: (papers: number) => until(store.clock, () => pass.machine.papers.length).toBe(papers),
  }
}

/** Each change, and the stations that have not seen it. */
const unseen = async (store: StationStore) =>
  (await store.now('1')).changes.map(({ kind, stations = [] }) => [
    kind,
    ...stations.map(store.nameOf).toSorted(),
  ])
const acknowledge = (store: StationStore, ...names: string[]) =>
  store.call('tickets.acknowledge', { ticketId: '1', stations: store.ids(...names) })

test('an edit that gives every dish a new id removes nothing: strikes, bags and station marks stay', async () => {
  const { store, change, slips } = await openPrinted({})
  const done = { ticketId: '1', stations: store.ids('bar'), itemKeys: ['it-soup'], done: true }
  await store.call('tickets.setDone', { ...done, tapId: 'done' })
  await store.call('tickets.setBagged', { ticketId: '1', itemKeys: ['it-soup'], bagged: true })
  const again = [dish('burger', { _id: 'n1', amount: 2 }), dish('soup', { _id: 'n2' })]
  await change({ items: [...again, dish('cola', { _id: 'n3' })] })
  const { items, changes } = await store.now('1')
  expect(items.map(({ key, struck, isBagged }) => [key, struck, isBagged])).toEqual([
    ['n1', false, undefined],
    ['n2', true, true],
    ['n3', false, undefined],
  ])
  expect(changes).toMatchObject([{ kind: 'added', name: 'cola' }])
  expect(slips()).toEqual([expect.stringMatching(/CHANGED[^]*ADDED[^]*1x cola/)])
  expect(slips()[0]).not.toContain('REMOVED')
})

test.each<[string, Partial<Order>, Partial<Order>, string, RegExp]>([
  [
    'the table',
    { buyerName: 'Mesa 7', deliveryType: 'serve' },
    { buyerName: 'Mesa 12' },
    'buyer',
    /CHANGED[^]*NOW FOR: Mesa 12/,
  ],
  ['its type', { deliveryType: 'serve' }, { deliveryType: 'go' }, 'type', /NOW: Pickup/],
  ['a later time', {}, { deliverAt: iso(7_800) }, 'time', /NOW DUE \d\d:\d\d/],
  ['an allergy', {}, { comment: 'alergia a mariscos' }, 'note', /NEW NOTE[^]*ALLERGY: alergia/],
  ['a note', {}, { comment: 'sin sal' }, 'note', /NEW NOTE[^]*"sin sal"/],
])(
  'a change of %s is on the card, at every station, and once on paper',
  async (_what, request, next, kind, paper) => {
    const { store, change, slips, printed } = await openPrinted(request)
    await change(next)
    expect(await unseen(store)).toEqual([[kind, 'bar', 'grill']])
    await printed(2)
    expect(slips()).toEqual([expect.stringMatching(paper)])
    // The same again is no news.
    await change({})
    await store.restart()
    await change({})
    expect(slips()).toHaveLength(1)
    for (const name of ['grill', 'bar'])
      await store.call(
        'stations.show',
        { stations: store.ids(name) },
        { screen: name, name, role: 'kitchen' },
      )
    await acknowledge(store, 'bar')
    expect(await unseen(store)).toEqual([[kind, 'grill']])
    await acknowledge(store, 'grill')
    expect(await unseen(store)).toEqual([])
    await change({})
    expect(await unseen(store)).toEqual([])
  },
)

test('amount and note in one edit are both on the card and on the slip', async () => {
  const { store, change, slips, printed } = await openPrinted({})
  await change({ items: [dish('burger', { amount: 3, comment: 'sin maní' }), soup] })
  expect(await unseen(store)).toEqual([
    ['amount', 'grill'],
    ['details', 'grill'],
  ])
  await printed(2)
  expect(slips()).toEqual([
    expect.stringMatching(/NOW 3, WAS 2\s+NOW LIKE THIS[^]*3x burger[^]*sin maní/),
  ])
})

test('an order that was cancelled and is to be made after all says so, and its next cancellation is new', async () => {
  const { store, change, slips, printed } = await openPrinted({})
  await change({ orderStatus: 'cancelled' })
  await printed(2)
  await acknowledge(store)
  expect((await store.now('1')).cancellation).toBeNull()
  await change({ orderStatus: 'pending' })
  expect(await unseen(store)).toEqual([['again', 'bar', 'grill']])
  await printed(3)
  expect(slips()[1]).toMatch(/ON AGAIN: MAKE IT[^]*2x burger[^]*1x soup/)
  await acknowledge(store)
  expect(await unseen(store)).toEqual([])
  await change({ orderStatus: 'cancelled' })
  expect((await store.now('1')).cancellation).not.toBeNull()
  await printed(4)
  expect(slips()[2]).toContain('CANCELLED')
  await change({ orderStatus: 'cancelled' })
  await store.restart()
  await store.clock.advance(30_000)
  expect(slips()).toHaveLength(3)
})

test('a second cancellation is new, also if nobody acknowledged that the order was on again', async () => {
  const { store, change } = await openPrinted({})
  await change({ orderStatus: 'cancelled' })
  await acknowledge(store)
  await change({ orderStatus: 'pending' })
  await change({ orderStatus: 'cancelled' })
  expect((await store.now('1')).cancellation).not.toBeNull()
})

test('a ready ticket returns to the wall for an allergy, and not for another table', async () => {
  const { store, change } = await openPrinted({ buyerName: 'Mesa 7', deliveryType: 'serve' })
  await store.practice.placeOrder({ _id: '1' })
  await bump(store, '1')
  await change({ buyerName: 'Mesa 12' })
  expect(await store.now('1')).toMatchObject({ stage: 'ready', recalledAt: null })
  await change({ comment: 'alergia a mariscos' })
  expect(await store.now('1')).toMatchObject({ stage: 'new' })
})
