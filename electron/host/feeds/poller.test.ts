import { expect, test } from 'vitest'
import type { CallResult } from '#platform/call/failure.ts'
import type { RawOrderList } from '#platform/orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import type { Arrival } from '../inbox/inbox.ts'
import { createBackOff } from '../back-off.ts'
import { createPoller } from './poller.ts'

const start = '2026-11-20T12:00:00.000Z'

/** A poller whose platform answers what a test says, one answer after the other; the last one for ever. */
function pollerOn(answers: CallResult<RawOrderList>[], lastEventAt: number | null = null) {
  const clock = new FakeClock(start)
  const arrivals: Arrival[] = []
  const asked: number[] = []
  const poller = createPoller({
    clock,
    log: createKeptLog(),
    chance: () => 0.5,
    backOff: createBackOff(() => 0.5),
    pollMs: () => 15_000,
    finalStatuses: 'done cancelled',
    listedWithinMs: 30 * 60_000,
    list() {
      asked.push(clock.monotonic() / 1000)
      const [answer, ...others] = answers
      if (others.length > 0) answers = others
      return Promise.resolve(answer as CallResult<RawOrderList>)
    },
    receive: (arrival) => Promise.resolve(arrivals.push(arrival)),
    lastEventAt: () => lastEventAt,
    onStatus: () => undefined,
  })
  poller.start()
  return { clock, arrivals, asked, poller }
}

const list = (...orders: object[]): CallResult<RawOrderList> => ({
  ok: true,
  value: { items: orders, hasNextPage: false } as RawOrderList,
  answeredAt: Date.parse(start),
})

const failure = (
  status: number | null,
  retryAfterMs: number | null = null,
): CallResult<RawOrderList> => ({
  ok: false,
  failure: { kind: status === null ? 'not-sent' : 'answered', status, words: 'no', retryAfterMs },
})

test('it asks every 15 s', async () => {
  const alone = pollerOn([list()])
  await alone.clock.advance(60_000)
  expect(alone.asked).toEqual([0, 15, 30, 45, 60])
})

test('failures are asked for less and less, Retry-After is kept to, and success ends it', async () => {
  const { clock, asked, poller } = pollerOn([
    failure(null),
    failure(500),
    failure(503, 1_000),
    failure(503, 200_000),
    failure(null),
    list(),
  ])
  await clock.advance(700_000)
  // 15 s, 30 s, 60 s and not the second that it is told, 200 s as it is told, 240 s, and then as ever.
  expect(asked.slice(0, 7)).toEqual([0, 15, 45, 105, 305, 545, 560])
  expect(poller.status.state).toBe('fresh')
})

test('a list in between makes the next failure the first one again', async () => {
  const { clock, asked } = pollerOn([failure(null), failure(null), list(), failure(null), list()])
  await clock.advance(80_000)
  expect(asked).toEqual([0, 15, 45, 60, 75])
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

test('entries of the list that are no orders are counted, until a list has none', async () => {
  const odd = (...unread: string[]): CallResult<RawOrderList> =>
    ({ ...list(), unread }) as CallResult<RawOrderList>
  const { clock, poller } = pollerOn([odd('items.0', 'items.4', 'hasNextPage'), list()])
  await clock.advance(0)
  expect(poller.status).toMatchObject({ state: 'fresh', leftOut: 2 })
  // The second look is a short one: what the whole one left out is still there.
  await clock.advance(15_000)
  expect(poller.status).toMatchObject({ leftOut: 2 })
  await clock.advance(15_000)
  expect(poller.status).toEqual({
    state: 'fresh',
    lastOkAt: '2026-11-20T12:00:30.000Z',
    error: null,
  })
})

test('a list that the disk does not take is no fault of the platform’s', async () => {
  const clock = new FakeClock(start)
  const poller = createPoller({
    clock,
    log: createKeptLog(),
    chance: () => 0.5,
    backOff: createBackOff(() => 0.5),
    pollMs: () => 15_000,
    finalStatuses: 'done cancelled',
    listedWithinMs: 30 * 60_000,
    list: () => Promise.resolve(list({ _id: 'o' })),
    receive: () => Promise.reject(new Error('no room')),
    lastEventAt: () => null,
    onStatus: () => undefined,
  })
  poller.start()
  await clock.advance(0)
  expect(poller.status).toMatchObject({ state: 'failing', error: { code: 'storage' } })
  poller.stop()
})
