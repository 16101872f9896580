import { expect, onTestFinished, test } from 'vitest'
import { practiceConnection } from '#host/kitchen.ts'
import type { Connection } from '#platform/connection.ts'
import { updateCoupon } from '#platform/coupons.ts'
import type { CallResult } from '#platform/failure.ts'
import { sendPreparationReady } from '#platform/orders.ts'
import { createReservation } from '#platform/reservations.ts'
import { completeOrder } from '#platform/sales-channel.ts'
import { updateStock } from '#platform/stock.ts'
import { setPreparationDuration, updateStoreSchedule } from '#platform/stores.ts'
import type { Fault } from '#practice/faults.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { afterFailure, type Debt } from './policy.ts'
import { repeatable, type Owed } from './rules.ts'

/** What each thing that can be owed is paid with, where, and what the practice platform calls its effect. */
interface Payment {
  path: string
  effect: string
  pay(connection: Connection, practice: Practice): Promise<CallResult<unknown>>
}

const product = { type: 'product', productId: 'P101' } as const
const stock = (connection: Connection, practice: Practice, left: number) =>
  updateStock(connection, { body: { ...product, storeId: practice.storeId, stock: left } })

const payments: Record<Owed, Payment> = {
  'preparation-ready': {
    path: 'preparation-ready',
    effect: 'preparation-ready',
    pay: async (connection, practice) =>
      sendPreparationReady(connection, { params: { orderId: await anOrder(practice) } }),
  },
  'stock-switch': {
    path: 'updateStock',
    effect: 'update-stock',
    pay: (connection, practice) => stock(connection, practice, 0),
  },
  'stock-count': {
    path: 'updateStock',
    effect: 'update-stock',
    pay: (connection, practice) => stock(connection, practice, 12),
  },
  'preparation-duration': {
    path: 'current-preparation-duration',
    effect: 'preparation-duration',
    pay: (connection, { storeId }) =>
      setPreparationDuration(connection, {
        params: { storeId },
        body: { currentPreparationDuration: 25 },
      }),
  },
  'store-schedule': {
    path: 'updateStoreSchedule',
    effect: 'store-schedule',
    pay: (connection, { storeId }) =>
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
    path: 'ecommerce/coupons/',
    effect: 'coupon-update',
    pay: (connection) =>
      updateCoupon(connection, {
        params: { couponId: 'cpn-bienvenida' },
        body: { coupon: { name: 'Bienvenida' } },
      }),
  },
  reservation: {
    path: 'reservations/reservation',
    effect: 'reservation',
    pay: (connection, { storeId }) =>
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
    path: 'complete-order',
    effect: 'complete-order',
    pay: (connection) =>
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

type End = 'done' | 'rejected' | 'unconfirmed' | 'paused'
interface Outcome {
  end: End
  effects: number
}

/** A misbehaviour that happens once, and what becomes of a debt: what may be repeated, and what may not. */
const troubles: [title: string, fault: Fault, repeated: Outcome, once: Outcome][] = [
  status(401, 'paused', 'paused'),
  status(403, 'paused', 'paused'),
  status(404, 'rejected', 'rejected'),
  status(409, 'rejected', 'rejected'),
  status(429, 'done', 'done'),
  status(500, 'done', 'unconfirmed'),
  status(503, 'done', 'unconfirmed'),
  [
    'the line is cut before the effect',
    { path: '', kind: 'drop-before-effect' },
    { end: 'done', effects: 1 },
    { end: 'unconfirmed', effects: 0 },
  ],
  [
    'the line is cut after the effect',
    { path: '', kind: 'drop-after-effect' },
    { end: 'done', effects: 2 },
    { end: 'unconfirmed', effects: 1 },
  ],
  [
    'the line is cut in the middle of the answer',
    { path: '', kind: 'drop-in-answer' },
    { end: 'done', effects: 2 },
    { end: 'unconfirmed', effects: 1 },
  ],
  [
    'the answer comes too late',
    { path: '', kind: 'delay', milliseconds: 1_000 },
    { end: 'done', effects: 2 },
    { end: 'unconfirmed', effects: 1 },
  ],
  [
    'a sign-in page answers',
    { path: '', kind: 'html' },
    { end: 'done', effects: 1 },
    { end: 'unconfirmed', effects: 0 },
  ],
]

function status(code: number, repeated: End, once: End): (typeof troubles)[number] {
  const after = (end: End): Outcome => ({ end, effects: end === 'done' ? 1 : 0 })
  const fault: Fault = { path: '', kind: 'status', status: code, retryAfterSeconds: 7 }
  return [`${String(code)} is answered`, fault, after(repeated), after(once)]
}

/** Pays as the worker does, without waiting: what the policy says is next, until a person or the platform has it. */
async function payUntilSettled(owed: Owed, pay: () => Promise<CallResult<unknown>>): Promise<End> {
  const debt: Pick<Debt, 'operation' | 'attempts' | 'repeats' | 'firstSentAt' | 'state'> = {
    operation: owed,
    attempts: 0,
    repeats: 0,
    firstSentAt: null,
    state: 'queued',
  }
  let now = Date.now()
  for (;;) {
    debt.attempts += 1
    debt.repeats += debt.state === 'unknown' ? 1 : 0
    debt.firstSentAt ??= new Date(now).toISOString()
    const result = await pay()
    if (result.ok) return 'done'
    const next = afterFailure(debt, result.failure, now, 0.5)
    if (next.pause) return 'paused'
    if (next.state === 'rejected' || next.state === 'unconfirmed') return next.state
    if (result.failure.retryAfterMs !== null) expect(next.waitMs).toBe(7_000)
    debt.state = next.state
    now += next.waitMs
  }
}

const rows = Object.entries(payments).flatMap(([owed, payment]) =>
  troubles.map((trouble) => ({ owed: owed as Owed, payment, trouble, title: trouble[0] })),
)

test.each(rows)('$owed: $title', async ({ owed, payment, trouble }) => {
  const [, fault, repeated, once] = trouble
  const practice = await startPractice({ processMs: 0 })
  onTestFinished(() => practice.close())
  const answerWithinMs = fault.kind === 'delay' ? 400 : 10_000
  const connection = { ...practiceConnection(practice), answerWithinMs }
  practice.misbehave({ ...fault, path: payment.path, times: 1 })
  const expected = repeatable[owed] ? repeated : once
  expect(await payUntilSettled(owed, () => payment.pay(connection, practice))).toBe(expected.end)
  const effects = () =>
    practice
      .effects()
      .filter(({ operation }) => operation === payment.effect)
      .reduce((sum, { count }) => sum + count, 0)
  await expect.poll(effects).toBe(expected.effects)
})
