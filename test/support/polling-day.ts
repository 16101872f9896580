import { gzipSync } from 'node:zlib'
import { defaultSettings } from '#contract/settings/settings.ts'
import { BackOff } from '#contract/shared/back-off.ts'
import { ReceivedOrders } from '#host/feeds/feeds.ts'
import { Poller } from '#host/feeds/poller.ts'
import { practiceConnection } from '#host/start/practice-store.ts'
import { AnswerMemory } from '#platform/call/answer-memory.ts'
import { idsOfOrders, listRawOrders, readRawOrder } from '#platform/orders.ts'
import type { Packing } from '#practice/listener.ts'
import { startPractice } from '#practice/platform.ts'
import { contextOf } from './context.ts'
import { FakeClock } from './fake-clock.ts'
import { createRecordingLog } from './recording-log.ts'

export interface PollingDay {
  /** Orders of the last twelve hours, evenly spread; new ones continue at the same rate. */
  orders: number
  /** Whether every change also arrives as an event. */
  events: boolean
  packing: Packing
  /** How many minutes are measured, after the first request. */
  minutes: number
}

export interface PollingFigures {
  /** Per minute; bytes are those on the network, in both directions, with headers. */
  requests: number
  bytes: number
  /** The bytes of new data: every new or changed order once, compressed alone. */
  newBytes: number
  /** Changes by the platform, and those that were stored. */
  changes: number
  stored: number
}

const minuteMs = 60_000
/** The lifetime of an order. */
const lifeMs = 40 * minuteMs
/** The stages of each order, evenly spread. */
const stages = ['searching', 'assigned', 'at-store', 'picked-up', 'delivered'] as const

/**
 * The cost of polling on such a day: the real poller asks a practice platform over real HTTP; the
 * test owns the time.
 */
export async function measurePolling(day: PollingDay): Promise<PollingFigures> {
  const clock = new FakeClock('2026-11-20T20:00:00.000Z')
  const practice = await startPractice({ now: () => clock.now(), clients: 100 })
  practice.pack(day.packing)
  const connection = practiceConnection(practice)
  const gapMs = (12 * 60 * minuteMs) / day.orders
  const open: { id: string; at: number; stage: number }[] = []
  const figures = { changes: 0, newBytes: 0, stored: 0 }
  let lastEventAt: number | null = null
  let underWay = 0

  const answers = new AnswerMemory({
    max: 64,
    validForMs: 10 * minuteMs,
    now: () => clock.monotonic(),
    slim: idsOfOrders,
  })
  const context = contextOf({
    clock,
    log: createRecordingLog(),
    chance: () => 0.5,
    backOff: new BackOff(() => 0.5),
    dialect: connection.dialect,
    settings: () => defaultSettings,
    damage: null,
    statusChanged: () => undefined,
  })
  const received = new ReceivedOrders(clock)
  const poller = new Poller(context, {
    isAway: () => false,
    async list(from, page, limit) {
      underWay += 1
      const query = { storesIds: [practice.storeId], from, page, limit }
      const result = await listRawOrders(connection, { query }, { memory: answers })
      underWay -= 1
      return result
    },
    read: (orderId) => readRawOrder(connection, { params: { orderId } }),
    answers,
    receive: () => Promise.resolve((figures.stored += 1)),
    lastEventAt: () => lastEventAt,
    takeReceived: () => received.takeAll(),
  })

  function changed(order: { _id: string }): void {
    figures.changes += 1
    figures.newBytes += gzipSync(JSON.stringify(order)).length
    if (!day.events) return
    lastEventAt = clock.monotonic()
    received.add(order._id)
  }

  const wait = { wait: false }
  async function moveOn(): Promise<void> {
    for (const order of open) {
      const due = order.at + ((order.stage + 1) * lifeMs) / (stages.length + 1)
      const stage = stages[order.stage]
      if (stage === undefined || clock.now() < due) continue
      order.stage += 1
      changed(await practice.moveDriver(order.id, stage, wait))
    }
  }
  async function place(at: number): Promise<void> {
    const isOver = clock.now() - at > lifeMs
    const order = await practice.placeOrder(
      {
        createdAt: new Date(at).toISOString(),
        isScheduled: false,
        deliveryType: 'delivery',
        ...(isOver && { orderStatus: 'done' }),
      },
      wait,
    )
    if (!isOver) open.push({ id: order._id, at, stage: 0 })
    changed(order)
  }
  async function settled(): Promise<void> {
    do await new Promise((turn) => setImmediate(turn))
    while (underWay > 0)
  }

  const begun = clock.now()
  for (let nth = day.orders; nth > 0; nth -= 1) await place(begun - nth * gapMs)
  await moveOn()
  poller.start()
  await settled()
  const before = practice.traffic('/ecommerce/orders')
  figures.changes = 0
  figures.newBytes = 0
  figures.stored = 0
  let next = begun + gapMs
  for (let second = 0; second < day.minutes * 60; second += 1) {
    for (; next <= clock.now(); next += gapMs) await place(next)
    await moveOn()
    await clock.advance(1_000)
    await settled()
  }
  await clock.advance(20_000)
  await settled()
  poller.stop()
  const after = practice.traffic('/ecommerce/orders')
  await practice.close()
  const bytes = after.sent + after.received - before.sent - before.received
  return {
    requests: (after.requests - before.requests) / day.minutes,
    bytes: bytes / day.minutes,
    newBytes: figures.newBytes / day.minutes,
    changes: figures.changes,
    stored: figures.stored,
  }
}
