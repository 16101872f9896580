import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/settings/settings.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { createDialect } from '#platform/dialect.ts'
import type { RawOrderList } from '#platform/orders.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import type { NewInboxMessage } from '../inbox/inbox.ts'
import { BackOff } from '#contract/shared/back-off.ts'
import { ReceivedOrders } from './feeds.ts'
import { Poller } from './poller.ts'

const start = '2026-11-20T12:00:00.000Z'

const contextFor = (clock: FakeClock) =>
  contextOf({
    clock,
    log: createRecordingLog(),
    chance: () => 0.5,
    backOff: new BackOff(() => 0.5),
    dialect: createDialect(),
    settings: () => defaultSettings,
    damage: null,
    statusChanged: () => undefined,
  })

/** The answer to an order that the platform doesn't know. */
const noOrder = (): { ok: false; failure: CallFailure } => failed('answered', 'no', 404)

/** A poller whose platform gives these answers in order, and repeats the last one. */
function pollerOn(
  answers: CallResult<RawOrderList>[],
  lastEventAt: number | null = null,
  one: (orderId: string, times: number) => CallResult<{ _id: string }> = noOrder,
) {
  const clock = new FakeClock(start)
  const inboxMessages: NewInboxMessage[] = []
  const asked: number[] = []
  const windows: string[] = []
  const alone: string[] = []
  const received = new ReceivedOrders(clock)
  const poller = new Poller(contextFor(clock), {
    isAway: () => false,
    answers: { bytes: 0, clear: () => undefined },
    list(from) {
      windows.push(from.slice(11, 16))
      asked.push(clock.monotonic() / 1000)
      const [answer, ...others] = answers
      if (others.length > 0) answers = others
      return Promise.resolve(answer as CallResult<RawOrderList>)
    },
    read(orderId) {
      alone.push(orderId)
      return Promise.resolve(one(orderId, alone.length))
    },
    receive: (inboxMessage) => Promise.resolve(inboxMessages.push(inboxMessage)),
    lastEventAt: () => lastEventAt,
    takeReceived: () => received.takeAll(),
  })
  poller.start()
  return { clock, inboxMessages, asked, windows, alone, poller, received }
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
  failure: { kind: status === null ? 'not-sent' : 'answered', status, message: 'no', retryAfterMs },
})

test('it asks every 15 s', async () => {
  const alone = pollerOn([list()])
  await alone.clock.advance(60_000)
  expect(alone.asked).toEqual([0, 15, 30, 45, 60])
})

test('requests get rarer after failures, follow Retry-After, and return to normal after a success', async () => {
  const { clock, asked, poller } = pollerOn([
    failure(null),
    failure(500),
    failure(503, 1_000),
    failure(503, 200_000),
    failure(null),
    list(),
  ])
  await clock.advance(700_000)
  // 15 s, 30 s, 60 s (the requested 1 s is too short), the requested 200 s, 240 s, then the normal
  // pause.
  expect(asked.slice(0, 7)).toEqual([0, 15, 45, 105, 305, 545, 560])
  expect(poller.status.state).toBe('fresh')
})

test('a successful list resets the count of failures', async () => {
  const { clock, asked } = pollerOn([failure(null), failure(null), list(), failure(null), list()])
  await clock.advance(80_000)
  expect(asked).toEqual([0, 15, 45, 60, 75])
})

test('a platform without an order list is asked every 20 s, to see that it is there', async () => {
  const { clock, asked, poller } = pollerOn([
    failure(404),
    failure(404),
    failure(404),
    failure(503),
  ])
  await clock.advance(59_000)
  expect(asked).toEqual([0, 20, 40])
  expect(poller.status).toEqual({
    state: 'unsupported',
    lastOkAt: '2026-11-20T12:00:40.000Z',
    pauseMs: 20_000,
    error: null,
  })
  await clock.advance(1_000)
  expect(poller.status).toMatchObject({
    state: 'failing',
    lastOkAt: '2026-11-20T12:00:40.000Z',
    error: { code: 'unreachable' },
  })
})

test('a list that a 404 hid for a while is read, and its first orders are a first look', async () => {
  const { clock, inboxMessages, poller } = pollerOn([failure(404), list({ _id: 'o' })])
  await clock.advance(20_000)
  expect(poller.status.state).toBe('fresh')
  expect(inboxMessages).toHaveLength(1)
})

test('after a 404 on the way the whole list is read: orders may have come meanwhile', async () => {
  const final = { _id: 'o', orderStatus: 'cancelled', createdAt: start }
  const { clock, windows } = pollerOn([list(final), list(final), failure(404), list(final)])
  await clock.advance(50_000)
  const [whole, ...others] = windows
  expect(windows).toHaveLength(4)
  expect(others[2]).toBe(whole)
})

test('a rejected token is reported as such', async () => {
  const { clock, poller } = pollerOn([failure(401)])
  await clock.advance(0)
  expect(poller.status).toMatchObject({ state: 'failing', error: { code: 'unauthorised' } })
})

test('an unchanged order is stored once; a changed one is newer, even within one second of the platform', async () => {
  const pending = { _id: 'o', orderStatus: 'pending' }
  const cancelled = { _id: 'o', orderStatus: 'cancelled' }
  const { clock, inboxMessages } = pollerOn([
    list(pending),
    list(pending),
    list(cancelled),
    list(pending),
  ])
  await clock.advance(60_000)
  const dates = inboxMessages.map(({ reportedAt }) => reportedAt ?? '')
  expect(inboxMessages.map(({ body }) => /pending|cancelled/.exec(body)?.[0])).toEqual([
    'pending',
    'cancelled',
    'pending',
  ])
  expect(dates).toEqual(dates.toSorted())
  expect(new Set(dates).size).toBe(3)
  // HTTP dates are whole seconds. The end of the second is used, so that an event earlier in it
  // isn't newer.
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
  // The second look is short: the entries that the whole look left out still count.
  await clock.advance(15_000)
  expect(poller.status).toMatchObject({ leftOut: 2 })
  await clock.advance(15_000)
  expect(poller.status).toEqual({
    state: 'fresh',
    lastOkAt: '2026-11-20T12:00:30.000Z',
    pauseMs: 15_000,
    error: null,
  })
})

test('a list that the disk rejects is not counted as a platform failure', async () => {
  const clock = new FakeClock(start)
  const poller = new Poller(contextFor(clock), {
    isAway: () => false,
    answers: { bytes: 0, clear: () => undefined },
    list: () => Promise.resolve(list({ _id: 'o' })),
    read: () => Promise.resolve(noOrder()),
    receive: () => Promise.reject(new Error('no room')),
    lastEventAt: () => null,
    takeReceived: () => new Map(),
  })
  poller.start()
  await clock.advance(0)
  expect(poller.status).toMatchObject({ state: 'failing', error: { code: 'storage' } })
  poller.stop()
})

const orderAt = (at: string, orderStatus: string) => ({
  _id: `o${at}`,
  createdAt: `2026-11-20T${at}:00.000Z`,
  orderStatus,
})

test('between whole looks it asks from the oldest order that can still change, on a grid of five minutes', async () => {
  const old = orderAt('05:00', 'done')
  const open = orderAt('11:12', 'pending')
  const { clock, windows } = pollerOn([list(old, open), list({ ...open, orderStatus: 'done' })])
  await clock.advance(15_000)
  expect(windows).toEqual(['00:00', '11:10'])
  // A whole look of one page may run every 30 s.
  await clock.advance(15_000)
  expect(windows.at(-1)).toBe('00:00')
})

test('an order that has just closed is asked for a while longer, and what is listed late half an hour', async () => {
  const open = orderAt('11:12', 'pending')
  const closed = { ...open, orderStatus: 'done' }
  const { clock, windows } = pollerOn([list(open), list(closed)])
  await clock.advance(9 * 60_000)
  expect(new Set(windows)).toEqual(new Set(['00:00', '00:05', '11:10']))
  await clock.advance(3 * 60_000)
  expect(windows.slice(-4).toSorted()).toEqual(['00:10', '00:10', '11:40', '11:40'])
})

test('an open order to which nothing happened for two hours is left to the whole looks, unless it is promised for later', async () => {
  const idle = orderAt('09:30', 'pending')
  const later = {
    ...orderAt('09:40', 'pending'),
    isScheduled: true,
    deliverAt: '2026-11-20T19:00:00Z',
  }
  const { clock, windows } = pollerOn([list(idle)])
  await clock.advance(15_000)
  expect(windows).toEqual(['00:00', '11:30'])
  const promised = pollerOn([list(idle, later)])
  await promised.clock.advance(15_000)
  expect(promised.windows).toEqual(['00:00', '09:40'])
})

test('after a failure, a tap or a clock change, the whole list is requested', async () => {
  const failed = pollerOn([list(), failure(500), list()])
  await failed.clock.advance(45_000)
  expect(failed.windows).toEqual(['00:00', '11:30', '00:00', '11:30'])
  const woken = pollerOn([list()])
  await woken.clock.advance(1_000)
  woken.poller.wake()
  await woken.clock.advance(0)
  expect(woken.windows).toEqual(['00:00', '00:00'])
  const set = pollerOn([list()])
  await set.clock.advance(1_000)
  set.clock.jump(2 * 60_000)
  await set.clock.advance(15_000)
  expect(set.windows).toEqual(['00:00', '00:00'])
})

test('it asks half as often only while every change of the list comes as an event as well', async () => {
  const order = (nth: number) => orderAt(`11:5${nth}`, 'pending')
  const listed = [1, 2, 3, 4].map((_, nth, all) => list(...all.slice(0, nth + 1).map(order)))
  const lastEventAt = 3_600_000
  const withEvents = pollerOn(listed, lastEventAt)
  const withoutEvents = pollerOn(listed, lastEventAt)
  await withEvents.clock.advance(0)
  await withoutEvents.clock.advance(0)
  for (let nth = 1; nth < 4; nth += 1) {
    withEvents.received.add(`o11:5${nth + 1}`)
    await withEvents.clock.advance(15_000)
    await withoutEvents.clock.advance(15_000)
  }
  await withEvents.clock.advance(60_000)
  await withoutEvents.clock.advance(60_000)
  expect(withoutEvents.asked).toEqual([0, 15, 30, 45, 60, 75, 90, 105])
  expect(withEvents.asked).toEqual([0, 15, 30, 45, 75, 105])
})

test.each([-3 * 3_600_000, 13 * 60_000])(
  'a clock that is set by %i ms makes no event a late one, and none a new one',
  async (jump) => {
    const orders = ['11:51', '11:52', '11:53', '11:54'].map((at) => orderAt(at, 'pending'))
    const listed = orders.map((_, nth) => list(...orders.slice(0, nth + 1)))
    const { clock, received, asked } = pollerOn(listed, 45_000)
    await clock.advance(0)
    for (const { _id } of orders.slice(1)) {
      received.add(_id)
      await clock.advance(15_000)
    }
    clock.jump(jump)
    await clock.advance(90_000)
    // Every 30 s until the last event is a minute old, then every 15 s.
    expect(asked).toEqual([0, 15, 30, 45, 75, 105, 120, 135])
  },
)

test('an order that came as an event and is older than the window has all of it looked at, once', async () => {
  const { clock, windows, received } = pollerOn([list()])
  await clock.advance(0)
  received.add('unlisted')
  await clock.advance(30_000)
  expect(windows).toEqual(['00:00', '11:30', '00:00'])
})

describe('an order that the whole list does not have either', () => {
  const busy = failed('answered', 'later', 503)

  test('is read by itself, once, and passed on as newer than its events', async () => {
    const { clock, received, alone, inboxMessages } = pollerOn([list()], null, (_id) => ({
      ok: true,
      value: { _id, orderStatus: 'waiting' },
      answeredAt: clock.now(),
    }))
    await clock.advance(0)
    received.add('old')
    await clock.advance(30_000)
    expect(alone).toEqual(['old'])
    expect(inboxMessages).toMatchObject([
      { source: 'poll', json: { _id: 'old' }, reportedAt: '2026-11-20T12:00:30.999Z' },
    ])
    received.add('old')
    await clock.advance(30 * 60_000)
    expect(alone).toEqual(['old'])
  })

  test('is not asked for again if the platform does not know it', async () => {
    const { clock, received, alone, inboxMessages } = pollerOn([list()])
    await clock.advance(0)
    received.add('gone')
    await clock.advance(30 * 60_000)
    expect(alone).toEqual(['gone'])
    expect(inboxMessages).toEqual([])
  })

  test('is asked for again after the next whole list, if there was no answer', async () => {
    const { clock, received, alone, inboxMessages } = pollerOn([list()], null, (_id, times) =>
      times === 1 ? busy : { ok: true, value: { _id }, answeredAt: clock.now() },
    )
    await clock.advance(0)
    received.add('old')
    await clock.advance(30_000)
    expect(alone).toEqual(['old'])
    await clock.advance(10 * 60_000)
    expect(alone).toEqual(['old', 'old'])
    expect(inboxMessages).toHaveLength(1)
  })

  test('waits for its turn: ten at a time', async () => {
    const { clock, received, alone } = pollerOn([list()])
    await clock.advance(0)
    for (let nth = 0; nth < 12; nth += 1) received.add(`o${String(nth)}`)
    await clock.advance(30_000)
    expect(alone).toHaveLength(10)
    await clock.advance(10 * 60_000)
    expect(new Set(alone).size).toBe(12)
  })
})
