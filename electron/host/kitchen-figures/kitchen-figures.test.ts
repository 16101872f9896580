import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { KitchenFigures } from '#contract/kitchen-figures/kitchen-figures.ts'
import type { Input } from '#contract/index.ts'
import type { Result } from '#contract/shared/result.ts'
import type { Order } from '#platform/order.ts'
import { newMarks } from '#domain/tickets/marks.ts'
import { addEvent } from '#domain/tickets/order-facts.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { ticketStoreOf } from '#test/support/order-store.ts'
import { tries } from '#test/support/tries.ts'
import { openDatabase } from '../db/open.ts'

const valueOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  return result.value
}

type Span = Input<'kitchenFigures.get'>['span']
const day = (from: string, to = from): Span => ({ kind: 'days', from, to })
const read = async (store: TestStore, span: Span): Promise<KitchenFigures> =>
  valueOf(await store.call('kitchenFigures.get', { span }))

const dish = (name: string, amount = 1): Order['items'] => [
  { _id: name, product: { _id: name, name }, amount },
]

/** An order of now, promised in ten minutes. */
async function place(store: TestStore, clock: FakeClock, id: string, items: Order['items']) {
  await store.practice.placeOrder({ _id: id })
  const date = new Date(clock.now()).toISOString()
  const deliverAt = new Date(clock.now() + 600_000).toISOString()
  const event = orderEvent(
    'order-created-pickup',
    { eventId: `e-${id}`, orderId: id, code: id, date },
    { deliverAt, isScheduled: false, items },
  )
  await store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
  await expect.poll(() => store.ticket(id)).toBeDefined()
}

async function markReady(store: TestStore, id: string, tapId: string): Promise<void> {
  valueOf(await store.call('tickets.markReady', { ticketId: id, tapId }))
}

test('what the kitchen did on a day: times against the promise, recalls, what was off; another day has none of it', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  await place(store, clock, '1', dish('Pan', 2))
  await place(store, clock, '2', dish('Té'))
  await clock.advance(120_000)
  await markReady(store, '1', 'a')
  const board = async () => valueOf(await store.call('stock.board', {}))
  await expect.poll(async () => (await board()).items.length).toBeGreaterThan(0)
  const key = (await board()).items[0]?.key ?? ''
  const out = { kind: 'out', until: { kind: 'notice' } } as const
  valueOf(await store.call('stock.set', { tapId: 's', keys: [key], act: out }))
  await clock.advance(60_000)
  valueOf(await store.call('tickets.recall', { ticketId: '1' }))
  await clock.advance(120_000)
  await markReady(store, '1', 'b')
  await clock.advance(360_000)
  await markReady(store, '2', 'c')

  const figures = await read(store, day('2026-11-20'))
  expect(figures).toMatchObject({
    from: '2026-11-20T07:00:00.000Z',
    to: '2026-11-21T07:00:00.000Z',
    all: { orders: 2, late: 1, medianSeconds: 480, ninetiethSeconds: 660, promisedSeconds: 600 },
    days: [{ day: '2026-11-20', orders: 2, late: 1 }],
    // Noon by the store's clock.
    hours: [{ hour: 12, orders: 2, late: 1 }],
    products: [
      { id: 'Pan', name: 'Pan', pieces: 2, orders: 1, late: 0, medianSeconds: 300 },
      { id: 'Té', name: 'Té', pieces: 1, orders: 1, late: 1, medianSeconds: 660 },
    ],
    recalls: 1,
    driversLost: 0,
    unread: 0,
  })
  const itself = figures.soldOut.find((each) => each.key === key)
  expect(itself).toMatchObject({ times: 1, seconds: 540, lasting: true })
  expect(await read(store, day('2026-11-19'))).toMatchObject({
    all: { orders: 0, medianSeconds: null },
    hours: [],
    soldOut: [],
  })

  const table = valueOf(await store.call('kitchenFigures.table', { figuresId: figures.id }))
  expect(table).toContain('\nproduct,Té,1,1,660,660,1,,\n')
  expect(table).toContain('\nearly,,,,,,,0,\n')
  expect(await store.call('kitchenFigures.table', { figuresId: 'other' })).toMatchObject({
    error: { code: 'not-found' },
  })
})

const notice = { kind: 'out', until: { kind: 'notice' } } as const

/** What is sold out on the board, in a day's figures and in a day's history. */
async function soldOutEverywhere(store: TestStore, today: string) {
  const { states } = valueOf(await store.call('stock.board', {}))
  const figures = await read(store, day(today))
  const history = valueOf(await store.call('stock.history', { days: 1 }))
  return {
    board: states.flatMap(({ key, state }) => (state === 'out' ? [key] : [])).toSorted(),
    figures: figures.soldOut.flatMap(({ key, lasting }) => (lasting ? [key] : [])).toSorted(),
    history: history.flatMap(({ key, endedAt }) => (endedAt === null ? [key] : [])).toSorted(),
  }
}

test('what the board shows as sold out is in the figures and the history, whoever said so and since when', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  store.practice.setReceiver(store.host.webhookUrl)
  const board = async () => valueOf(await store.call('stock.board', {}))
  await expect.poll(async () => (await board()).states.length).toBeGreaterThan(0)
  const { items, states } = await board()
  const byMenu = states.map(({ key }) => key)
  // Nobody changed the stock: all of it comes from the menu.
  const first = await soldOutEverywhere(store, '2026-11-20')
  expect(first.board).toEqual(byMenu.toSorted())
  expect(first.figures).toEqual(first.board)
  expect(first.history).toEqual(first.board)

  const mine = items.find(({ key }) => !byMenu.includes(key))?.key ?? ''
  valueOf(await store.call('stock.set', { tapId: 's', keys: [mine], act: notice }))
  clock.jump(50 * 3_600_000)
  await clock.advance(1_000)
  const later = await soldOutEverywhere(store, '2026-11-22')
  expect(later.board).toEqual([...byMenu, mine].toSorted())
  expect(later.figures).toEqual(later.board)
  expect(later.history).toEqual(later.board)
  // Before the app read its first menu, nothing counts as sold out.
  expect((await read(store, day('2026-11-10'))).soldOut).toEqual([])
})

test('what was bumped before it joined the queue is counted and shown, and makes nobody faster', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  await place(store, clock, 'now', dish('Pan'))
  await store.practice.placeOrder({ _id: 'later' })
  const event = orderEvent(
    'order-created-pickup',
    {
      eventId: 'e-later',
      orderId: 'later',
      code: 'later',
      date: new Date(clock.now()).toISOString(),
    },
    {
      deliverAt: new Date(clock.now() + 5 * 3_600_000).toISOString(),
      isScheduled: true,
      items: dish('Té'),
    },
  )
  await store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
  await expect.poll(() => store.ticket('later')).toBeDefined()
  await clock.advance(300_000)
  await markReady(store, 'now', 'a')
  await markReady(store, 'later', 'b')

  const figures = await read(store, day('2026-11-20'))
  expect(figures).toMatchObject({
    all: { orders: 2, late: 0, medianSeconds: 300, ninetiethSeconds: 300, promisedSeconds: 600 },
    early: 1,
    products: [
      { id: 'Pan', medianSeconds: 300 },
      { id: 'Té', orders: 1, medianSeconds: null },
    ],
  })
  const table = valueOf(await store.call('kitchenFigures.table', { figuresId: figures.id }))
  expect(table).toContain('\nproduct,Té,1,0,,,1,,\n')
  expect(table).toContain('\nearly,,,,,,,1,\n')
  expect(await store.call('tickets.pace', {})).toEqual({
    ok: true,
    value: { ready: 2, late: 0, medianSeconds: 300, early: 1 },
  })
})

test('of a shift, between its beginning and its end by the platform’s word', async () => {
  const store = await openTestStore()
  const from = new Date(Date.now() - 86_400_000 * 4).toISOString().slice(0, 10)
  const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { id: jobId } = valueOf(await store.call('payments.read', { from, to }))
  const filter = { methodId: null, shiftId: null, voided: null }
  const shifts = async () =>
    valueOf(await store.call('payments.list', { jobId, filter, page: 1 })).choices.shifts
  await expect.poll(async () => (await shifts()).length).toBe(3)
  const [open, closed] = await shifts()
  const ofClosed = await read(store, { kind: 'shift', shiftId: closed?.shiftId ?? '' })
  expect(ofClosed.to).toBe(closed?.endedAt)
  expect(ofClosed.from < (closed?.firstAt ?? '')).toBe(true)
  const ofOpen = await read(store, { kind: 'shift', shiftId: open?.shiftId ?? '' })
  expect(Date.now() - Date.parse(ofOpen.to)).toBeLessThan(60_000)
  const none = await store.call('kitchenFigures.get', { span: { kind: 'shift', shiftId: 'x' } })
  expect(none).toMatchObject({ error: { code: 'refused' } })
})

test('a driver who leaves an order is counted once, however often it is reported', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  store.practice.setReceiver(store.host.webhookUrl)
  const { _id: id } = await store.practice.placeOrder({
    deliveryType: 'delivery',
    isScheduled: false,
  })
  for (const stage of ['searching', 'assigned', 'searching', 'assigned', 'searching'] as const)
    await store.practice.moveDriver(id, stage)
  await expect.poll(async () => (await store.ticket(id))?.driver?.stage).toBe('lost')
  // Another change of the order arrives while the driver is still gone.
  await store.practice.changeOrder(id)
  await expect.poll(async () => (await store.ticket(id))?.changes.length).toBeGreaterThan(0)
  await markReady(store, id, 'tap')
  const figures = await read(store, day('2026-11-01', '2026-12-20'))
  expect(figures.driversLost).toBe(2)
})

test('many orders are worked out in parts: others have their turn, and who asks anew is not kept waiting', async () => {
  const store = await openTestStore()
  await store.host.close()
  const count = tries(1_000, 3_000, 3_000)
  let at = ''
  const db = openDatabase(store.file)
  const orders = ticketStoreOf(db, () => ({
    bumpedAt: at,
    delivery: { state: 'confirmed', since: at },
  }))
  const { data } = orderEvent('order-created-pickup', {
    eventId: 'e',
    orderId: 'o',
    code: '1',
    date: '2026-11-20T15:00:00.000Z',
  })
  db.transact(() => {
    for (let nth = 0; nth < count; nth += 1) {
      at = new Date(Date.parse('2026-11-20T15:00:00.000Z') + nth * 1000).toISOString()
      const id = `past-${String(nth)}`
      const order = { ...data.order, _id: id, createdAt: at, deliverAt: at }
      const row = {
        id,
        known: addEvent(null, { stamp: `${at}|id:${id}`, order, delivery: null }),
        marks: { ...newMarks(at), leftAt: at },
      }
      orders.save(row, orders.ticket(row))
    }
  })
  db.close()
  await store.restart()

  let turns = 0
  const running = new AbortController()
  const counting = (async () => {
    while (!running.signal.aborted) {
      await nextTurn()
      turns += 1
    }
  })()
  const overtaken = store.call('kitchenFigures.get', { span: day('2026-11-20') })
  await nextTurn()
  const figures = await read(store, day('2026-11-20'))
  running.abort()
  await counting
  expect(figures.all.orders).toBe(count)
  expect(await overtaken).toMatchObject({ error: { code: 'too-late' } })
  // At least one turn for every twenty orders.
  expect(turns).toBeGreaterThan(count / 20)
})

test('what was bumped at half past midnight belongs to the night before, here and on the wall', async () => {
  // The practice store is in Santiago, where this is 23:50.
  const clock = new FakeClock('2026-11-21T02:50:00.000Z')
  const store = await openTestStore({ clock })
  for (const id of ['1', '2']) await place(store, clock, id, dish('Pan'))
  await markReady(store, '1', 'a')
  await clock.advance(40 * 60_000)
  await markReady(store, '2', 'b')
  const night = await read(store, day('2026-11-20'))
  expect(night).toMatchObject({ all: { orders: 2 }, days: [{ day: '2026-11-20', orders: 2 }] })
  expect((await read(store, day('2026-11-21'))).all.orders).toBe(0)
  expect(valueOf(await store.call('tickets.pace', { stations: [] })).ready).toBe(2)
  valueOf(await store.call('settings.change', { businessDayBorder: '00:10' }))
  expect((await read(store, day('2026-11-21'))).all.orders).toBe(1)
  expect(valueOf(await store.call('tickets.pace', { stations: [] })).ready).toBe(1)
})
