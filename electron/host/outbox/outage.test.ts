import { describe, expect, test } from 'vitest'
import type { StockAct } from '#contract/stock/stock.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { createPlatformLine, outageNames } from '#test/support/platform-line.ts'
import { anyHour, booking, counter, valueOfOk } from '#test/support/reservations.ts'
import { backOnSale, board, notice, set } from '#test/support/stock-board.ts'
import { isWhole, tries } from '#test/support/tries.ts'
import { openDatabase } from '../db/open.ts'
import { OutboxRows } from './rows.ts'

const real = (milliseconds: number): Promise<void> =>
  new Promise((passed) => setTimeout(passed, milliseconds))

const minute = 60_000

const lengths: [string, number][] = [
  ['a minute', 1],
  ['an hour', 60],
]

/** A store behind a line that can break, with orders on its wall and its menu read. */
async function openBreakable(orders: number, answerWithinMs = 20_000) {
  const clock = new FakeClock(new Date().toISOString())
  const line = createPlatformLine()
  const store = await openTestStore({
    clock,
    processMs: 1,
    inFront: line.inFront,
    reach: (practice) => ({ ...line.reach(practice), answerWithinMs }),
  })
  store.practice.setReceiver(store.host.webhookUrl)
  valueOfOk(await store.call('settings.change', { undoSeconds: 0 }))
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  await expect
    .poll(async () => valueOfOk(await store.call('status.get', {})).store?.countryCode)
    .toBe('CL')
  const ids: string[] = []
  for (let nth = 0; nth < orders; nth++)
    ids.push((await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }))._id)
  for (const id of ids) await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
  const outbox = async () => valueOfOk(await store.call('status.get', {})).outbox
  return {
    ...{ clock, line, store, ids, outbox },
    markReady: async (id = '') =>
      valueOfOk(await store.call('tickets.markReady', { ticketId: id, tapId: `bump-${id}` })),
    stock: async (key: string, act: StockAct) => valueOfOk(await set(store, [key], act)),
    reserve: async (tapId: string, table: string) =>
      valueOfOk(
        await store.call(
          'reservations.create',
          {
            ...({ tapId, kind: 'booked', accepted: anyHour } as const),
            booking: booking({ tableIds: [table], firstName: tapId }),
          },
          counter,
        ),
      ),
    pause: async () =>
      valueOfOk(
        await store.call(
          'storeHours.pause',
          { tapId: 'pause', length: { kind: 'minutes', minutes: 180 } },
          counter,
        ),
      ),
    busy: async () =>
      valueOfOk(
        await store.call(
          'preparationTime.set',
          { tapId: 'busy', minutes: 30, forMinutes: null },
          counter,
        ),
      ),
    complete: async () =>
      valueOfOk(
        await store.call('channelOrders.complete', {
          tapId: 'complete',
          integrationOrderId: 'web-1001',
          ticket: null,
        }),
      ),
    /** What happened at the platform since the orders were placed, in order. */
    effects: () =>
      store.practice
        .effects()
        .map(({ operation, subject, count }) => `${operation} ${subject} ${String(count)}`),
    /** What waits for a person, by kind. */
    decisions: async () =>
      valueOfOk(await store.call('deliveries.pending', {}))
        .decisions.map(({ kind, delivery }) => `${kind} ${delivery.state}`)
        .toSorted(),
    /** Time passes while requests are answered for real. */
    async pass(milliseconds: number): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += 1_000) {
        await clock.advance(1_000)
        while ((await outbox()).sending > 0) await real(10)
      }
    },
    /** Much time passes, of which timers notice every tenth. */
    async leap(milliseconds: number): Promise<void> {
      for (let leaps = 0; leaps < 10; leaps++) {
        await clock.leap(milliseconds / 10)
        await real(20)
      }
    },
    async sent(): Promise<void> {
      await expect
        .poll(
          async () => {
            await clock.advance(200)
            return (await outbox()).pending
          },
          { timeout: 30_000 },
        )
        .toBe(0)
    },
  }
}

describe.each(outageNames)('an outage: %s', (outage) => {
  test.each(lengths.slice(0, isWhole || outage === '503' ? 2 : 1))(
    '%s: everything goes afterwards, in the order of the taps, and nobody is asked',
    async (_long, minutes) => {
      // Long enough for a busy machine: an answer that comes too late is a repeat.
      const opened = await openBreakable(12, outage === 'silent' ? 2_000 : undefined)
      const { line, store, ids, markReady, stock, pass, leap, sent } = opened
      await pass(2_000)
      await line.break(outage)
      await markReady(ids[0])
      await pass(12_000)
      for (const id of ids.slice(1, 4)) await markReady(id)
      await stock('product:P101', notice)
      for (const id of ids.slice(4, 8)) await markReady(id)
      await opened.pause()
      await stock('product:P102', backOnSale)
      await pass(5_000)
      for (const id of ids.slice(8)) await markReady(id)
      await opened.reserve('later', 'rtbl-2')
      const requests = line.requests.length
      await (minutes === 1 ? pass(minute) : leap(minutes * minute))
      // One probe every five seconds, and no writes any more.
      const writes = line.requests.filter((each) => !each.startsWith('GET '))
      expect(writes.length).toBeLessThanOrEqual(1)
      if (minutes === 1)
        expect(line.requests.length - requests).toBeLessThanOrEqual(minute / 5_000 + 4)
      await line.repair()
      await sent()
      expect(await opened.decisions()).toEqual([])
      const effects = opened.effects()
      const places = ids.map((id) => effects.indexOf(`preparation-ready ${id} 1`))
      expect(places).not.toContain(-1)
      // Four requests run at the same time.
      const sorted = places.toSorted((one, other) => one - other)
      for (const [nth, place] of places.entries())
        expect(Math.abs(sorted.indexOf(place) - nth)).toBeLessThan(4)
      expect(effects.filter((each) => each.startsWith('temporary-close'))).toHaveLength(1)
      expect(effects.filter((each) => each.startsWith('update-stock'))).toHaveLength(2)
      expect(store.practice.reservations()).toHaveLength(1)
    },
    120_000,
  )
})

test('of what cannot be repeated, only what was on the wire at the break is for a person', async () => {
  const opened = await openBreakable(1)
  const { line, ids, outbox, stock, store } = opened
  await opened.pass(2_000)
  await line.break('silent')
  await opened.markReady(ids[0])
  await stock('product:P101', { kind: 'count', left: 5 })
  await opened.reserve('on-the-wire', 'rtbl-1')
  await opened.complete()
  await expect.poll(async () => (await outbox()).sending).toBe(4)
  await line.break('503')
  await opened.pass(20_000)
  await stock('product:P102', { kind: 'count', left: 7 })
  await opened.reserve('later', 'rtbl-2')
  await opened.pass(60_000)
  await line.repair()
  await opened.sent()
  expect(await opened.decisions()).toEqual([
    'complete-order unknown',
    'reservation unknown',
    'stock unknown',
  ])
  expect(store.practice.reservations()).toHaveLength(1)
  const effects = opened.effects()
  expect(effects).toContain(`preparation-ready ${ids[0] ?? ''} 1`)
  expect(effects.filter((each) => each.startsWith('update-stock'))).toHaveLength(1)
  expect(effects.filter((each) => each.startsWith('complete-order'))).toEqual([])
})

const many = tries(200, 10_000)

test('thousands that wait cost nothing in an outage, and go once afterwards, in order', async () => {
  const opened = await openBreakable(0)
  const { line, store, clock } = opened
  const ids: string[] = []
  for (let nth = 0; nth < many; nth++)
    ids.push((await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }))._id)
  await store.host.close()
  await line.break('refused')
  const db = openDatabase(store.file)
  const rows = new OutboxRows(db, store.log)
  const at = new Date(clock.now()).toISOString()
  db.transact(() => {
    for (const [nth, subject] of ids.entries())
      rows.save({
        ...{ id: `bump-${String(nth)}`, kind: 'preparation-ready', subject, lane: null },
        ...{ payload: {}, state: 'queued', reason: null, message: null, needsDecision: false },
        ...{ since: at, undoUntil: null, createdAt: at, dueAt: at, waitMs: 0 },
        ...{ attempts: 0, repeats: 0, firstSentAt: null },
      })
  })
  db.close()
  await store.restart()
  await opened.pass(60_000)
  expect((await opened.outbox()).pending).toBe(many)
  await line.repair()
  await opened.sent()
  const done = store.practice.effects().filter(({ operation }) => operation === 'preparation-ready')
  expect(done.map(({ count }) => count)).toEqual(ids.map(() => 1))
  const places = new Map(ids.map((id, nth) => [id, nth]))
  const differences = done.map(({ subject }, nth) => Math.abs((places.get(subject) ?? -1) - nth))
  // Four requests run at the same time.
  expect(Math.max(...differences)).toBeLessThan(4)
}, 600_000)
