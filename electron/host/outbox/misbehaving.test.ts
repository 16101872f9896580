import { expect, onTestFinished, test } from 'vitest'
import { practiceConnection } from '#host/start/practice-store.ts'
import type { Connection } from '#platform/connection.ts'
import { updateCoupon } from '#platform/coupons.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { completeOrder, sendPreparationReady } from '#platform/orders.ts'
import { createReservation } from '#platform/reservations.ts'
import { updateStock } from '#platform/stock.ts'
import { setPreparationDuration, updateStoreSchedule } from '#platform/stores.ts'
import type { Fault } from '#practice/faults/faults.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import type { OutboxEntry } from './rules.ts'
import { afterFailure } from './policy.ts'

/**
 * How each kind is sent, where, the platform's name of its effect, and whether it may be repeated.
 */
interface Sending {
  repeatable: boolean
  path: string
  effect: string
  send(connection: Connection, practice: Practice): Promise<CallResult<unknown>>
}

const product = { type: 'product', productId: 'P101' } as const
const stock = (connection: Connection, practice: Practice, left: number) =>
  updateStock(connection, { body: { ...product, storeId: practice.storeId, stock: left } })

const sendings: Record<string, Sending> = {
  'preparation-ready': {
    repeatable: true,
    path: 'preparation-ready',
    effect: 'preparation-ready',
    send: async (connection, practice) =>
      sendPreparationReady(connection, { params: { orderId: await anOrder(practice) } }),
  },
  'stock, sold out': {
    repeatable: true,
    path: 'updateStock',
    effect: 'update-stock',
    send: (connection, practice) => stock(connection, practice, 0),
  },
  'stock, counted': {
    repeatable: false,
    path: 'updateStock',
    effect: 'update-stock',
    send: (connection, practice) => stock(connection, practice, 12),
  },
  'preparation-duration': {
    repeatable: true,
    path: 'current-preparation-duration',
    effect: 'preparation-duration',
    send: (connection, { storeId }) =>
      setPreparationDuration(connection, {
        params: { storeId },
        body: { currentPreparationDuration: 25 },
      }),
  },
  'store-schedule': {
    repeatable: false,
    path: 'updateStoreSchedule',
    effect: 'store-schedule',
    send: (connection, { storeId }) =>
      updateStoreSchedule(connection, {
        body: {
          storeId,
          schedule: {
            closedUntilDate: null,
            closedDays: [],
            availableAtPeriods: true,
            openPeriods: [],
          },
        },
      }),
  },
  coupon: {
    repeatable: false,
    path: 'ecommerce/coupons/',
    effect: 'coupon-update',
    send: (connection) =>
      updateCoupon(connection, {
        params: { couponId: 'cpn-bienvenida' },
        body: { coupon: { name: 'Bienvenida' } },
      }),
  },
  reservation: {
    repeatable: false,
    path: 'reservations/reservation',
    effect: 'reservation',
    send: (connection, { storeId }) =>
      createReservation(connection, {
        body: {
          storeId,
          startsAt: new Date(Date.now() + 86_400_000).toISOString(),
          partySize: 4,
          clientData: { firstName: 'Ana' },
        },
      }),
  },
  'complete-order': {
    repeatable: false,
    path: 'complete-order',
    effect: 'complete-order',
    send: (connection) =>
      completeOrder(connection, {
        params: { salesChannelConfigId: 'tsc-practice' },
        body: { integrationOrderId: 'web-1001' },
      }),
  },
}

async function anOrder(practice: Practice): Promise<string> {
  const [order] = practice.orders()
  return (order ?? (await practice.placeOrder()))._id
}

type End = 'confirmed' | 'refused' | 'unknown' | 'token-asked'
interface Outcome {
  end: End
  effects: number
}

/** A single fault, and the outcome of an entry that may be repeated and of one that may not. */
const troubles: [title: string, fault: Fault, repeated: Outcome, once: Outcome][] = [
  status(401, 'token-asked', 'token-asked'),
  status(403, 'refused', 'refused'),
  status(404, 'refused', 'refused'),
  status(409, 'refused', 'refused'),
  status(429, 'confirmed', 'confirmed'),
  status(500, 'confirmed', 'unknown'),
  status(503, 'confirmed', 'unknown'),
  [
    'the line is cut before the effect',
    { path: '', kind: 'drop-before-effect' },
    { end: 'confirmed', effects: 1 },
    { end: 'unknown', effects: 0 },
  ],
  [
    'the line is cut after the effect',
    { path: '', kind: 'drop-after-effect' },
    { end: 'confirmed', effects: 2 },
    { end: 'unknown', effects: 1 },
  ],
  [
    'the line is cut in the middle of the answer',
    { path: '', kind: 'drop-in-answer' },
    { end: 'confirmed', effects: 2 },
    { end: 'unknown', effects: 1 },
  ],
  [
    'the answer comes too late',
    { path: '', kind: 'delay', milliseconds: 2_000 },
    { end: 'confirmed', effects: 2 },
    { end: 'unknown', effects: 1 },
  ],
  [
    'a sign-in page answers',
    { path: '', kind: 'html' },
    { end: 'confirmed', effects: 1 },
    { end: 'unknown', effects: 0 },
  ],
]

function status(code: number, repeated: End, once: End): (typeof troubles)[number] {
  const after = (end: End): Outcome => ({ end, effects: end === 'confirmed' ? 1 : 0 })
  const fault: Fault = { path: '', kind: 'status', status: code, retryAfterSeconds: 7 }
  return [`${String(code)} is answered`, fault, after(repeated), after(once)]
}

/**
 * Sends as the worker does, without waiting: follows the policy until a person or the platform has
 * it.
 */
async function sendUntilSettled(
  rules: Pick<Sending, 'repeatable'>,
  send: () => Promise<CallResult<unknown>>,
): Promise<End> {
  const entry: Pick<OutboxEntry, 'attempts' | 'repeats' | 'state'> = {
    attempts: 0,
    repeats: 0,
    state: 'queued',
  }
  for (;;) {
    entry.attempts += 1
    entry.repeats += entry.state === 'unknown' ? 1 : 0
    const result = await send()
    if (result.ok) return 'confirmed'
    const next = afterFailure(entry, rules, result.failure, 0.5)
    if (next.doubtsToken) return 'token-asked'
    if (next.needsDecision) return next.state as End
    if (result.failure.retryAfterMs !== null) expect(next.waitMs).toBe(7_000)
    entry.state = next.state
  }
}

const rows = Object.entries(sendings).flatMap(([kind, sending]) =>
  troubles.map((trouble) => ({ kind, sending, trouble, title: trouble[0] })),
)

test.each(rows)('$kind: $title', async ({ sending, trouble }) => {
  const [, fault, repeated, once] = trouble
  const practice = await startPractice({ processMs: 0, clients: 100 })
  onTestFinished(() => practice.close())
  const answerWithinMs = fault.kind === 'delay' ? 1_000 : 10_000
  const connection = { ...practiceConnection(practice), answerWithinMs }
  practice.misbehave({ ...fault, path: sending.path, times: 1 })
  const expected = sending.repeatable ? repeated : once
  const end = await sendUntilSettled(sending, () => sending.send(connection, practice))
  expect(end).toBe(expected.end)
  const effects = () =>
    practice
      .effects()
      .filter(({ operation }) => operation === sending.effect)
      .reduce((sum, { count }) => sum + count, 0)
  await expect.poll(effects).toBe(expected.effects)
})
