import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { tries } from '#test/support/tries.ts'

type StockChanged = Extract<HostEvent, { type: 'stock.changed' }>

const whole = tries(4_000, 10_000, 10_000)
const keys = Array.from({ length: whole }, (_, nth) => `product:p${String(nth)}`)
const out = { kind: 'out', until: { kind: 'notice' } } as const

/** A store that sends nothing, so that only the board is tested and not the delivery. */
async function openPaused(): Promise<TestStore> {
  const store = await openTestStore()
  store.practice.misbehave({ path: '', kind: 'status', status: 401 })
  await store.call('stock.set', { tapId: 'first', keys: ['product:other'], act: out })
  await expect
    .poll(async () => store.call('status.get', {}))
    .toMatchObject({ value: { outbox: { paused: { code: 'unauthorised' } } } })
  return store
}

/**
 * Sends other requests one after the other until an act is answered; returns how many were answered
 * first.
 */
async function answersDuring(store: TestStore, act: Promise<unknown>): Promise<number> {
  const state = { isDone: false }
  void act.finally(() => (state.isDone = true))
  let answers = 0
  while (!state.isDone) {
    await store.call('screens.get', {})
    answers += 1
    await nextTurn()
  }
  return answers
}

test('while a long menu is sold out, others get answers; all of it is sold out, and notified in several messages', async () => {
  const store = await openPaused()
  store.events.splice(0)
  const act = store.call('stock.set', { tapId: 'all', keys, act: out })
  expect(await answersDuring(store, act)).toBeGreaterThan(whole / 500)
  expect(await act).toEqual({ ok: true, value: null })
  await nextTurn()
  const board = await store.call('stock.board', {})
  const states = board.ok ? board.value.states : []
  expect(
    states.filter(({ key, state }) => key !== 'product:other' && state === 'out'),
  ).toHaveLength(whole)
  const reported = store.events.filter(
    (event): event is StockChanged => event.type === 'stock.changed',
  )
  const reportedKeys = new Set(reported.flatMap((event) => event.states.map(({ key }) => key)))
  // The item that was waiting from the start may be reported twice.
  reportedKeys.delete('product:other')
  expect(reportedKeys.size).toBe(whole)
  expect(reported.map(({ revision }) => revision)).toEqual(
    reported.map((_event, nth) => (reported[0]?.revision ?? 0) + nth),
  )
  for (const event of reported)
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(1024 * 1024 + 1_000)
})

test('the later of two changes to the whole menu wins for every item, in any order of items', async () => {
  const store = await openPaused()
  const some = keys.slice(0, 1_000)
  const answers = await Promise.all([
    store.call('stock.set', { tapId: 'one', keys: some, act: out }),
    store.call('stock.set', {
      tapId: 'two',
      keys: some.toReversed(),
      act: { kind: 'count', left: 7 },
    }),
  ])
  expect(answers).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ])
  const board = await store.call('stock.board', {})
  const states = board.ok ? board.value.states : []
  expect(states.filter(({ state, left }) => state === 'counted' && left === 7)).toHaveLength(1_000)
})

test('a store that is closed meanwhile answers that, and what was changed is kept', async () => {
  const store = await openPaused()
  const act = store.call('stock.set', { tapId: 'all', keys, act: out })
  await nextTurn()
  await store.host.close()
  expect(await act).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(store.log.text()).not.toContain('"bug"')
})
