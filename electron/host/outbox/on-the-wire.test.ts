import { expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import type { StockAct } from '#contract/stock/stock.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { busy, lost, openGoBetween, type Answer } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import {
  board,
  advanceUntil,
  burger,
  decide,
  notice,
  set,
  stateOf,
  updates,
} from '#test/support/stock-board.ts'

// A request in flight can't be withdrawn. If nobody wants it any more when its outcome arrives, it
// is not repeated.

/** A store whose platform holds the first request with `path` until the test answers it. */
async function heldAt(path: string) {
  const clock = new FakeClock(new Date().toISOString())
  const between = await openGoBetween()
  const { next, times } = between.hold({ fits: (asked) => asked.includes(path), max: 1 })
  const request = next()
  const origin = new URL(between.connection.v3Url).origin
  const v1Url = `${origin}${new URL(between.practice.v1).pathname}`
  const store = await openTestStore({ clock, between, reach: () => ({ v1Url }) })
  store.practice.setReceiver(store.host.webhookUrl)
  const outbox = async () => valueOfOk(await store.call('status.get', {})).outbox
  const onWire = async () => (await outbox()).sending
  return {
    store,
    clock,
    times,
    arrived: request,
    /** The platform answers; then it has enough time to receive further requests. */
    async answers(so: Answer | undefined) {
      await (await request).answer(so)
      await expect.poll(onWire).toBe(0)
      await clock.advance(60_000)
      await expect.poll(outbox).toMatchObject({ pending: 0, needsPerson: 0 })
    },
  }
}

function fiveMinutes(now: number): StockAct {
  const inSantiago = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Santiago',
    timeStyle: 'short',
  })
  return { kind: 'out', until: { kind: 'time', time: inSantiago.format(now + 5 * 60_000) } }
}
const fiveLeft = (): StockAct => ({ kind: 'count', left: 5 })

/** A burger whose request is in flight. */
async function burgerSet(act: (now: number) => StockAct) {
  const held = await heldAt('updateStock')
  const { store, clock, arrived } = held
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  await expect.poll(async () => (await board(store)).timeZone).toBe('America/Santiago')
  valueOfOk(await set(store, [burger], act(clock.now())))
  await clock.advance(200)
  await arrived
  return held
}

test.each<[string, typeof fiveMinutes, number, Answer, object | undefined]>([
  ['a sold-out past its time, refused', fiveMinutes, 6, busy, undefined],
  ['a sold-out past its time, without an answer', fiveMinutes, 6, lost, undefined],
  ['the same, much later', fiveMinutes, 60, lost, undefined],
  ['a count that is too old', fiveLeft, 16, busy, { delivery: { state: 'expired' }, left: 5 }],
])('%s', async (_what, act, minutes, so, after) => {
  const { store, clock, times, answers } = await burgerSet(act)
  clock.sleep(minutes * 60_000)
  await clock.advance(11_000)
  await answers(so)
  expect(times()).toBe(1)
  expect(updates(store)).toEqual([])
  const state = await stateOf(store, burger)
  if (after === undefined) expect(state).toBeUndefined()
  else expect(state).toMatchObject(after)
})

test.each<[string, Answer | undefined, number]>([
  ['refused', busy, 1],
  ['without an answer', lost, 1],
  ['taken after all', undefined, 2],
])('a sold-out change that expired, %s; the newer tap is sent', async (_what, so, count) => {
  const { store, clock, times, answers } = await burgerSet(fiveMinutes)
  clock.sleep(6 * 60_000)
  await clock.advance(11_000)
  valueOfOk(await set(store, [burger], notice))
  await answers(so)
  await advanceUntil(store, clock, burger, 'confirmed')
  expect(times()).toBe(2)
  expect(updates(store)).toMatchObject([{ count }])
})

test.each<[string, Answer | undefined]>([
  ['refused', busy],
  ['taken', undefined],
])(
  'a count that gets too old while a sold-out is on the wire asks again: %s',
  async (_what, so) => {
    const { store, clock, times, answers } = await burgerSet(() => notice)
    valueOfOk(await set(store, [burger], fiveLeft()))
    clock.sleep(16 * 60_000)
    await clock.advance(11_000)
    await answers(so)
    await advanceUntil(store, clock, burger, 'expired')
    expect(await stateOf(store, burger)).toMatchObject({ left: 5 })
    expect(times()).toBe(1)
  },
)

test('another screen’s decision about a sold-out change that is just being resent comes too late', async () => {
  const { store, clock, times, answers } = await burgerSet(() => notice)
  expect(await decide(store, [burger], 'mark-done')).toEqual(fail('too-late'))
  await answers(undefined)
  await advanceUntil(store, clock, burger, 'confirmed')
  expect(times()).toBe(1)
})

async function bumped() {
  const held = await heldAt('preparation-ready')
  const { store, clock, arrived } = held
  const { _id: id } = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
  await store.call('tickets.markReady', { ticketId: id, tapId: 'tap' })
  await clock.advance(9_000)
  await arrived
  return { ...held, id }
}

test.each([
  ['refused', busy],
  ['without an answer', lost],
])('the bump of an order that is cancelled meanwhile, %s', async (_what, so) => {
  const { store, times, answers, id } = await bumped()
  await store.practice.cancelOrder(id, 'Sin stock')
  await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'cancelled' })
  await answers(so)
  expect(times()).toBe(1)
})

test('the bump of an order that changes meanwhile; bumped anew, it goes', async () => {
  const { store, clock, times, answers, id } = await bumped()
  await store.practice.changeOrder(id, { kind: 'add' })
  await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
  await answers(busy)
  expect(times()).toBe(1)
  await store.call('tickets.markReady', { ticketId: id, tapId: 'again' })
  await clock.advance(9_000)
  await expect.poll(times).toBe(2)
})
