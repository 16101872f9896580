import { expect, test } from 'vitest'
import type { Prints } from '#contract/printers/printers.ts'
import type { Order } from '#platform/order.ts'
import { markReady, iso, post } from '#test/support/day-of-orders.ts'
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
  await markReady(store, '1')
  await change({ buyerName: 'Mesa 12' })
  expect(await store.now('1')).toMatchObject({ stage: 'ready', recalledAt: null })
  await change({ comment: 'alergia a mariscos' })
  expect(await store.now('1')).toMatchObject({ stage: 'new' })
})

test('an order that was split says from which, by code or by id, on the card and on paper', async () => {
  const { store, slips, printed } = await openPrinted({})
  const asked: [string, object, string][] = [
    ['2', { parentOrder: { _id: '1', code: '1004' } }, '1004'],
    ['3', { parentOrder: '1' }, '1'],
    ['4', { clonedOrder: { _id: '1' } }, '1'],
    ['5', { clonedOrder: 'elsewhere-002233' }, '002233'],
  ]
  for (const [id, fields] of asked) await post(store, id, { items: [soup], ...fields })
  await printed(5)
  for (const [nth, [id, , code]] of asked.entries()) {
    expect((await store.now(id)).splitFrom).toBe(code)
    expect(slips()[nth]).toContain(`From ${code}`)
  }
  await post(store, '6', { items: [soup], parentOrder: null, clonedOrder: '6' })
  await expect.poll(() => store.ticket('6')).toMatchObject({ id: '6' })
  expect(await store.now('6')).not.toHaveProperty('splitFrom')
})

test('of open orders with codes that look alike, all but the first carry a number', async () => {
  const { store, slips, printed } = await openPrinted({})
  const codes: [string, string, string][] = [
    ['2', 'BO-14', 'BO-14'],
    ['3', 'BO-14', 'BO-14 (2)'],
    ['4', '8014', '8014 (3)'],
    ['5', 'B0-15', 'B0-15'],
  ]
  for (const [id, code] of codes) await post(store, id, { items: [soup], code })
  await printed(5)
  await store.restart()
  for (const [id, , code] of codes) expect((await store.now(id)).code).toBe(code)
  expect(slips()[1]).toContain('BO-14 (2)')
  // Changes keep it, and once the others are gone the next has none.
  await post(store, '3', { items: [soup, burger], code: 'BO-14' }, 10)
  await expect.poll(async () => (await store.now('3')).items.length).toBe(2)
  expect((await store.now('3')).code).toBe('BO-14 (2)')
  for (const id of ['2', '3', '4'])
    await post(store, id, { items: [soup], orderStatus: 'cancelled' }, 20)
  await expect.poll(async () => (await store.now('4')).stage).toBe('cancelled')
  for (const id of ['2', '3', '4'])
    await store.call('tickets.acknowledge', { ticketId: id, stations: [] })
  await post(store, '7', { items: [soup], code: '8O14' })
  await expect.poll(async () => (await store.ticket('7'))?.code).toBe('8O14')
})

test('an order that is only described is on paper, and so is its cancellation', async () => {
  const { store, slips, printed } = await openPrinted({})
  const described = { items: [], description: 'Torta para 20, sin crema' }
  await post(store, '2', described)
  await printed(2)
  expect((await store.now('2')).notes).toMatchObject([{ text: described.description }])
  expect(slips()[0]).toContain('Torta para 20, sin crema')
  await post(store, '2', { ...described, orderStatus: 'cancelled' }, 10)
  await printed(3)
  expect(slips()[1]).toContain('CANCELLED')
  // With nothing to read there is nothing to print.
  await post(store, '3', { items: [] })
  await expect.poll(() => store.ticket('3')).toMatchObject({ id: '3' })
  await store.clock.advance(30_000)
  expect(slips()).toHaveLength(2)
})

test('the message of a present and what the driver must know are on the whole paper, and on no other', async () => {
  const { store, slips, printed } = await openPrinted({})
  const bar = await addPrinter(store, store.clock, 'Bar', {
    ...{ what: 'station', stations: store.ids('bar') },
    when: 'arrival',
  })
  const deliveries = [{ _id: 'd', instructions: 'Dejar en portería, tel. 912345678' }]
  const fields = { items: [soup], deliveryType: 'delivery', deliveries } as Partial<Order>
  await post(store, '2', { ...fields, gift: { message: 'Feliz cumpleaños', isGift: true } })
  await printed(2)
  await until(store.clock, () => bar.machine.papers.length).toBe(1)
  expect(slips()[0]).toMatch(/GIFT[^]*Feliz cumpleaños[^]*For the driver[^]*Dejar en portería/)
  expect(slips()[0]).not.toContain('912345678')
  expect(bar.texts()[0]).not.toMatch(/GIFT|portería/)
  // A pickup has no driver.
  await post(store, '3', { ...fields, deliveryType: 'go' })
  await printed(3)
  expect(slips()[1]).not.toContain('portería')
})

test('what changes while the first paper waits for the printer is on it', async () => {
  const { store, change } = await openPrinted({})
  const bar = await addPrinter(store, store.clock, 'Bar', { ...whole, stations: store.ids('bar') })
  await bar.machine.close()
  await post(store, '2', { items: [soup] })
  await expect.poll(() => store.ticket('2')).toBeDefined()
  await change({})
  await post(store, '2', { items: [soup], comment: 'alergia a mariscos' }, 10)
  await expect.poll(async () => (await store.now('2')).notes.length).toBe(1)
  await bar.machine.open()
  await until(store.clock, () => bar.machine.printed, 1_000).toBe(1)
  expect(bar.texts().at(-1)).toMatch(/alergia a\s+mariscos/)
  await store.clock.advance(60_000)
  expect(bar.machine.printed).toBe(1)
})
