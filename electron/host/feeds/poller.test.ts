import { expect, test } from 'vitest'
import type { CallResult } from '#platform/failure.ts'
import type { OrderList } from '#platform/orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import type { Arrival } from '../inbox/inbox.ts'
import { createPoller } from './poller.ts'

const start = '2026-11-20T12:00:00.000Z'

/** A poller whose platform answers what a test says, one answer after the other; the last one for ever. */
function pollerOn(answers: CallResult<OrderList>[], lastEventAt: number | null = null) {
  const clock = new FakeClock(start)
  const arrivals: Arrival[] = []
  const asked: number[] = []
  const poller = createPoller({
    clock,
    log: createKeptLog(),
    chance: () => 0.5,
    pollMs: () => 15_000,
    list() {
      asked.push(clock.monotonic() / 1000)
      const [answer, ...others] = answers
      if (others.length > 0) answers = others
      return Promise.resolve(answer as CallResult<OrderList>)
    },
    receive: (arrival) => Promise.resolve(arrivals.push(arrival)),
    lastEventAt: () => lastEventAt,
    onStatus: () => undefined,
  })
  poller.start()
  return { clock, arrivals, asked, poller }
}

const list = (...orders: object[]): CallResult<OrderList> => ({
  ok: true,
  value: { items: orders, hasNextPage: false } as OrderList,
  answeredAt: Date.parse(start),
})

const failure = (
  status: number | null,
  retryAfterMs: number | null = null,
): CallResult<OrderList> => ({
  ok: false,
  failure: { kind: status === null ? 'not-sent' : 'answered', status, words: 'no', retryAfterMs },
})

test('it asks every 15 s, and every 30 s while webhooks flow', async () => {
  const alone = pollerOn([list()])
  await alone.clock.advance(60_000)
  expect(alone.asked).toEqual([0, 15, 30, 45, 60])
  const accompanied = pollerOn([list()], Date.parse(start) + 50_000)
  await accompanied.clock.advance(60_000)
  expect(accompanied.asked).toEqual([0, 30, 60])
})

test('failures are asked for less and less, Retry-After is kept to, and success ends it', async () => {
  const { clock, asked, poller } = pollerOn([
    failure(null),
    failure(500),
    failure(503, 7_000),
    failure(null),
    list(),
  ])
  await clock.advance(200_000)
  // 15 s, 30 s, as told, 120 s, and then as ever.
  expect(asked.slice(0, 6)).toEqual([0, 15, 45, 52, 172, 187])
  expect(poller.status.state).toBe('fresh')
})

test('404 ends it: this platform has no order list', async () => {
  const { clock, asked, poller } = pollerOn([failure(404)])
  await clock.advance(600_000)
  expect(asked).toEqual([0])
  expect(poller.status.state).toBe('unsupported')
})

test('a refused token is told as such', async () => {
  const { clock, poller } = pollerOn([failure(401)])
  await clock.advance(0)
  expect(poller.status).toMatchObject({ state: 'failing', error: { code: 'unauthorised' } })
})

test('what did not change is kept once; what did is newer, even within one second of the platform', async () => {
  const pending = { _id: 'o', orderStatus: 'pending' }
  const cancelled = { _id: 'o', orderStatus: 'cancelled' }
  const { clock, arrivals } = pollerOn([
    list(pending),
    list(pending),
    list(cancelled),
    list(pending),
  ])
  await clock.advance(60_000)
  const dates = arrivals.map(({ toldAt }) => toldAt ?? '')
  expect(arrivals.map(({ body }) => /pending|cancelled/.exec(body)?.[0])).toEqual([
    'pending',
    'cancelled',
    'pending',
  ])
  expect(dates).toEqual(dates.toSorted())
  expect(new Set(dates).size).toBe(3)
  // Whole seconds on the wire: the end of the second, so that an event earlier in it is not newer.
  expect(dates[0]).toBe('2026-11-20T12:00:00.999Z')
})

test('a tap on try again while it asks makes it ask once more', async () => {
  const { clock, asked, poller } = pollerOn([list()])
  poller.wake()
  poller.wake()
  await clock.advance(1_000)
  expect(asked).toEqual([0, 0])
})
