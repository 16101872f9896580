import { describe, expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { advanceUntil, board, burger, set, stateOf } from '#test/support/stock-board.ts'
import { SleepAwareClock } from './clock.ts'
import { openStore } from '../db/open-store.ts'
import { tables } from '../nouns.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const reported = (store: TestStore): number =>
  store.practice
    .effects()
    .filter(({ operation }) => operation === 'preparation-ready')
    .reduce((sum, { count }) => sum + count, 0)

describe('somebody sets the wall clock during an outage', () => {
  const jumps = [
    [-20_000],
    [-90_000],
    [11 * minute],
    [25 * hour],
    [-25 * hour],
    Array<number>(9).fill(-20_000),
  ]

  test.each(
    jumps.flatMap((each) => [
      { jumps: each, restarts: false },
      { jumps: each, restarts: true },
    ]),
  )(
    'by $jumps ms, restart $restarts: each bump is confirmed, once',
    async ({ jumps, restarts }) => {
      const start = Date.now()
      const clock = new FakeClock(new Date(start).toISOString())
      const store = await openTestStore({ clock, platformNow: () => start + clock.monotonic() })
      store.practice.setReceiver(store.host.webhookUrl)
      const ids: string[] = []
      for (let nth = 0; nth < 2; nth++)
        ids.push((await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }))._id)
      for (const id of ids)
        await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
      const becomesOf = (state: string) =>
        expect
          .poll(
            async () => {
              await clock.advance(1_000)
              const tickets = await Promise.all(ids.map(store.ticket))
              return tickets.map((ticket) => ticket?.bump?.delivery.state)
            },
            { interval: 5 },
          )
          .toEqual([state, state])
      store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 503 })
      for (const id of ids)
        valueOfOk(await store.call('tickets.markReady', { ticketId: id, tapId: id }))
      await becomesOf('unknown')
      for (const each of jumps) {
        clock.jump(each)
        await clock.advance(4_000)
      }
      if (restarts) await store.restart()
      await clock.advance(30_000)
      store.practice.behave()
      await becomesOf('confirmed')
      expect(reported(store)).toBe(2)
    },
  )
})

describe('a platform whose Date is wrong on every answer', () => {
  const lies: [string, (nth: number) => number][] = [
    ['2038', () => Date.parse('2038-01-19T00:00:00Z') - Date.now()],
    ['1999', () => Date.parse('1999-01-01T00:00:00Z') - Date.now()],
    ['a day, all but a minute', () => day - minute],
    ['2038 and right by turns', (nth) => (nth % 2) * 4_000 * day],
  ]

  test.each(lies)(
    '%s: nothing is deleted, nothing expires, and the clock is reported',
    async (_what, lie) => {
      const clock = new FakeClock(new Date().toISOString())
      let isLying = false
      let asked = 0
      const platformNow = (): number => clock.now() + (isLying ? lie((asked += 1)) : 0)
      const store = await openTestStore({ clock, list: true, platformNow })
      store.practice.setReceiver(store.host.webhookUrl)
      await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
      await set(store, [burger], { kind: 'out', until: { kind: 'hours', hours: 2 } })
      await advanceUntil(store, clock, burger, 'confirmed')
      const { _id: id } = await store.practice.placeOrder({
        deliveryType: 'go',
        isScheduled: false,
      })
      await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
      isLying = true
      for (let passed = 0; passed < 10 * minute; passed += 15_000) {
        await clock.advance(15_000)
        await new Promise((answered) => setTimeout(answered, 2))
      }
      const { skewMs } = valueOfOk(await store.call('status.get', {}))
      expect(Math.abs(skewMs ?? 0)).toBeGreaterThan(10 * minute)
      expect(await stateOf(store, burger)).toMatchObject({ state: 'out' })
      expect(await store.ticket(id)).toMatchObject({ id })
      await store.host.close()
      const { db } = openStore(store.file, clock.now(), store.log, { tables })
      const inbox = Number(
        db.get(`SELECT count(*) AS n FROM inbox WHERE body LIKE '%' || ? || '%'`, id)?.['n'],
      )
      const ended = Number(
        db.get('SELECT count(*) AS n FROM stock_history WHERE ended_at IS NOT NULL')?.['n'],
      )
      db.close()
      expect(inbox).toBeGreaterThan(0)
      expect(ended).toBe(0)
      await store.restart()
    },
  )
})

test('the sleep of the machine counts, and rounding does not', () => {
  let awake = 5_000
  let up = 800_000
  const clock = new SleepAwareClock(
    () => awake,
    () => up,
  )
  const pass = (awakeMs: number, upMs: number): number => {
    awake += awakeMs
    up += upMs
    return clock.monotonic()
  }
  expect(pass(10_000, 10_900)).toBe(15_000)
  expect(pass(10_000, 9_100)).toBe(25_000)
  expect(pass(1_000, 3_601_000)).toBe(25_000 + 3_601_000)
  expect(pass(10_000, 10_000)).toBe(25_000 + 3_611_000)
})
