import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { ChannelOrders } from '#contract/channel-orders.ts'
import type { CouponList } from '#contract/coupons.ts'
import { needsDecision, type Delivery } from '#contract/deliveries.ts'
import { manager } from '#test/support/caller.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openOrQuarantine } from './db/quarantine.ts'
import { createDispatch, type Handlers } from './dispatch.ts'
import { createHost } from './host.ts'

// A database from before the outbox alone said how far things are: coupons and orders of the sales channel in every state,
// two orders among them whose entries are lost.

const fixture = join(import.meta.dirname, '../../test/fixtures/store-0.2.0-coupons')

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
/** What it showed, with nobody to ask. */
const old = JSON.parse(readFileSync(`${fixture}.json`, 'utf8')) as {
  at: string
  storeId: string
  changes: Record<string, OldChange | null>
  orders: OldOrder[]
}

async function open() {
  const file = join(temporaryFolder(), 'store.sqlite')
  writeFileSync(file, gunzipSync(readFileSync(`${fixture}.sqlite.gz`)))
  const clock = new FakeClock(old.at)
  const log = createKeptLog()
  const host = await createHost({
    ...openOrQuarantine(file, clock.now(), log),
    clock,
    log,
    chance: () => 0.5,
    mode: 'store',
    connection: null,
    storeId: old.storeId,
    webhookTokens: [],
    webhookPort: 0,
    exportsDir: `${file}-exports`,
    notify: () => undefined,
  })
  onTestFinished(() => host.close())
  const dispatch = createDispatch(
    () => host.handlers as Handlers,
    log,
    () => 'bug',
  )
  return async (name: string, input: object = {}): Promise<unknown> => {
    const result = await dispatch(manager, name, input)
    return result.ok ? result.value : result.error
  }
}

/** The state, the reason, and whether a person has to decide. */
const told = (delivery: Delivery) => [
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
  const list = await ask('coupons.list', { words: '', onlyThisStore: false, page: 1 })
  const shown = Object.fromEntries(
    (list as CouponList).coupons.map(({ id, change }) => [
      id,
      change && {
        ...change,
        delivery: [...told(change.delivery), change.delivery.message ?? null],
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
    delivery: told(delivery),
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
