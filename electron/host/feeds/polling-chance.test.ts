import { expect, test } from 'vitest'
import { Random } from '#practice/random.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { failed, type CallResult } from '#platform/call/failure.ts'
import { createDialect } from '#platform/dialect.ts'
import type { RawOrderList } from '#platform/orders.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { tries } from '#test/support/tries.ts'
import { BackOff } from '#contract/shared/back-off.ts'
import { ReceivedOrders } from './feeds.ts'
import { Poller } from './poller.ts'

const minuteMs = 60_000
const pollMs = defaultSettings.pollSeconds * 1000
/**
 * The old limit: every change was seen at the next look, at most twice the pause plus a quarter of
 * jitter.
 */
const asBeforeMs = pollMs * 2 * 1.25
/** A change of an order that closed long ago is seen at a whole look. */
const wholeMs = 10 * minuteMs + asBeforeMs

interface Order {
  _id: string
  createdAt: string
  orderStatus: string
  version: number
}

interface Unseen {
  version: number
  dueAt: number
  was: string
}

/**
 * Simulates an hour of a platform whose list changes at any time, also between two pages, and whose
 * events are lost, late and out of order.
 */
function startHour(seed: number) {
  const random = new Random(seed, 'polling')
  const clock = new FakeClock('2026-11-20T20:00:00.000Z')
  /** The platform's clock differs from ours. */
  const skewMs = random.between(-119, 119) * 1000
  const platformNow = (): number => clock.now() + skewMs
  const isNewestFirst = random.chance(0.5)
  const lossShare = random.pick([0, 0.02, 0.3, 1])
  const orders: Order[] = []
  const closedAt = new Map<string, number>()
  /** The last change of each order, by the platform's clock. */
  const changedAt = new Map<string, number>()
  const unseen = new Map<string, Unseen>()
  const farUnseen = new Set<string>()
  const late: string[] = []
  let orderCount = 0

  let lastEventAt: number | null = null
  const context = contextOf({
    clock,
    log: createRecordingLog(),
    chance: () => random.next(),
    backOff: new BackOff(() => 0.5),
    dialect: createDialect(),
    settings: () => defaultSettings,
    damage: null,
    statusChanged: () => undefined,
  })
  const received = new ReceivedOrders(clock)
  const poller = new Poller(context, {
    isAway: () => false,
    answers: { bytes: 0, clear: () => undefined },
    list: (from, page, limit) => Promise.resolve(pageOf(Date.parse(from), page, limit)),
    read: () => Promise.resolve(failed('answered', 'no', 404)),
    receive({ json }) {
      const { _id, version } = json as Order
      if ((unseen.get(_id)?.version ?? Infinity) <= version) {
        unseen.delete(_id)
        farUnseen.delete(_id)
      }
      return Promise.resolve()
    },
    lastEventAt: () => lastEventAt,
    takeReceived: () => received.takeAll(),
  })

  function pageOf(from: number, page: number, limit: number): CallResult<RawOrderList> {
    const listed = orders
      .filter(({ createdAt }) => Date.parse(createdAt) >= from)
      .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    if (isNewestFirst) listed.reverse()
    const items = listed.slice((page - 1) * limit, page * limit).map((order) => ({ ...order }))
    const totalPages = Math.ceil(listed.length / limit)
    const hasNextPage = page < totalPages
    const totalCount = listed.length
    // A change may happen before the next page is read.
    if (hasNextPage && random.chance(0.3)) happen()
    return { ok: true, value: { items, hasNextPage, totalPages, totalCount }, answeredAt: null }
  }

  function tell(id: string): void {
    if (random.chance(lossShare)) return
    late.push(id)
  }

  function note({ _id, version }: Order, withinMs: number, was: string): void {
    const dueAt = clock.monotonic() + withinMs
    // An earlier change with an earlier deadline is seen with this one.
    unseen.set(_id, { version, dueAt: Math.min(dueAt, unseen.get(_id)?.dueAt ?? dueAt), was })
    tell(_id)
  }

  function place(ageMs: number, orderStatus = 'pending'): Order {
    orderCount += 1
    const createdAt = new Date(platformNow() - ageMs).toISOString()
    const order = { _id: `o${orderCount}`, createdAt, orderStatus, version: 1 }
    orders.push(order)
    return order
  }

  function change(order: Order): void {
    const before = order.orderStatus
    const since = clock.monotonic() - (closedAt.get(order._id) ?? -Infinity)
    const isLongClosed = ['done', 'cancelled'].includes(before) && since > 9 * minuteMs
    const lastAt = changedAt.get(order._id) ?? Date.parse(order.createdAt)
    const isIdle = platformNow() - lastAt > 115 * minuteMs
    // An unseen change of an order that only whole looks list doesn't bring the order back into
    // short looks.
    const isFar = isLongClosed || isIdle || farUnseen.has(order._id)
    if (isFar) farUnseen.add(order._id)
    changedAt.set(order._id, platformNow())
    order.version += 1
    order.orderStatus = random.pick(['pending', 'preparing', 'delivering', 'done', 'cancelled'])
    if (['done', 'cancelled'].includes(order.orderStatus))
      closedAt.set(order._id, clock.monotonic())
    note(order, isFar ? wholeMs : asBeforeMs, `${before} to ${order.orderStatus}`)
  }

  function happen(): void {
    if (random.chance(0.3)) {
      const waited = random.chance(0.3) ? random.between(0, 25) * minuteMs : 0
      note(place(waited), asBeforeMs, `new, listed after ${waited} ms`)
      return
    }
    // Orders from before the start are open for at most two hours; only whole looks list them.
    change(random.pick(random.chance(0.9) ? orders.slice(-40) : orders))
  }

  function deliver(): void {
    const index = random.between(0, late.length - 1)
    const [id] = late.splice(index, 1)
    if (id === undefined) return
    lastEventAt = clock.monotonic()
    received.add(id)
  }

  for (let nth = 250; nth > 0; nth -= 1) place(nth * 2.5 * minuteMs, nth > 40 ? 'done' : 'pending')
  return {
    poller,
    clock,
    happen: () => random.chance(0.2) && happen(),
    deliver: () => random.chance(0.5) && late.length > 0 && deliver(),
    overdue: () => [...unseen.values()].filter(({ dueAt }) => clock.monotonic() > dueAt),
  }
}

const seeds = tries(4, 200)

test('with lost, late or reordered events, every order and change is seen by the next poll at the latest', async () => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { poller, clock, happen, deliver, overdue } = startHour(seed)
    poller.start()
    await clock.advance(0)
    for (let second = 0; second < 3600; second += 5) {
      happen()
      deliver()
      await clock.advance(5_000)
      expect([seed, second, overdue()]).toEqual([seed, second, []])
    }
    poller.stop()
  }
})
