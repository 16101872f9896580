import { expect, test } from 'vitest'
import type { ChannelOrders } from '#contract/channel-orders.ts'
import type { CouponList } from '#contract/coupons/coupons.ts'
import { needsDecision, type Delivery } from '#contract/deliveries/delivery.ts'
import { oldFile, openOld, shownBefore } from '#test/support/old-store.ts'

// A database from before outbox entries recorded deliveries: coupons and channel orders in every
// state, two of the orders without their entries.

const fixture = 'store-before-deliveries-coupons'

interface OldOrder {
  integrationOrderId: string
  state: string
  words: string | null
}
interface OldChange {
  state: string
  words: string | null
  refusal: string | null
  changed: object
  before: object
  meanwhile: object
}
/** What that version showed without a connection. */
const old = shownBefore<{
  at: string
  storeId: string
  changes: Record<string, OldChange | null>
  orders: OldOrder[]
}>(fixture)

const open = async () => (await openOld(oldFile(fixture), old)).read

/** The state, the reason, and whether a person has to decide. */
const reported = (delivery: Delivery) => [
  delivery.state,
  delivery.reason ?? null,
  needsDecision(delivery),
]

const oldChanges: Readonly<Record<string, unknown[]>> = {
  queued: ['queued', null, false],
  unknown: ['unknown', null, false],
  unconfirmed: ['unknown', null, true],
  conflict: ['refused', 'conflict', true],
}

test('changes of coupons are as they were', async () => {
  const ask = await open()
  const list = await ask('coupons.list', { text: '', onlyThisStore: false, page: 1 })
  const shown = Object.fromEntries(
    (list as CouponList).coupons.map(({ id, change }) => [
      id,
      change && {
        ...change,
        delivery: [...reported(change.delivery), change.delivery.message ?? null],
      },
    ]),
  )
  const expected = Object.entries(old.changes).map(([id, change]) => {
    if (change === null) return [id, null]
    const { state, refusal, words, ...values } = change
    const delivery = oldChanges[state] ?? ['refused', refusal, true]
    return [id, { ...values, delivery: [...delivery, words] }]
  })
  expect(new Set(Object.values(old.changes).map((change) => change?.state)).size).toBe(6)
  expect(shown).toEqual(Object.fromEntries(expected))
})

const oldOrders: Readonly<Record<string, unknown[]>> = {
  waiting: ['queued', null, false],
  'may-be-complete': ['unknown', null, true],
  refused: ['refused', null, true],
  complete: ['confirmed', null, false],
  settled: ['confirmed', 'by-person', false],
  discarded: ['withdrawn', 'by-person', false],
}

test('orders of the sales channel are as they were, and those whose entry is lost are decided by a person', async () => {
  const ask = await open()
  const { orders } = (await ask('channelOrders.list')) as ChannelOrders
  const shown = orders.map(({ delivery, subject: _subject, ...facts }) => ({
    ...facts,
    delivery: reported(delivery),
    words: delivery.choices === undefined ? null : (delivery.message ?? null),
  }))
  const expected = old.orders.map(({ state, ...facts }) => ({
    ...facts,
    delivery: oldOrders[state],
  }))
  expect(new Set(old.orders.map(({ state }) => state)).size).toBe(6)
  expect(shown).toEqual(expected)
  const lost = orders.filter(({ integrationOrderId }) => integrationOrderId === 'lost-entry')
  const entries = lost.map(({ subject }) => ({ kind: 'complete-order', subject }))
  expect(await ask('deliveries.decide', { entries, choice: 'mark-done' })).toBe(1)
  expect(await ask('status.read')).toMatchObject({ setAside: 2 })
})
