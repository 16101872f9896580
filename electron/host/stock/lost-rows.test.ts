import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import {
  backOnSale,
  advanceUntil,
  burger,
  decide,
  historyOf,
  notice,
  openStore,
  set,
  stockStateOf,
  stateOf,
} from '#test/support/stock-board.ts'

const waiting = 'product:P102'
const count = 'product:P103'

/**
 * A store with one item that the platform accepted and doesn't confirm, and one unsent item of each
 * kind.
 */
async function openUnderWay() {
  const { store, clock } = await openStore()
  store.practice.setReceiver(null)
  await set(store, [burger], notice)
  await advanceUntil(store, clock, burger, 'accepted')
  store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
  await set(store, [waiting], notice)
  await set(store, [count], { kind: 'count', left: 5 })
  await expect.poll(() => store.log.text()).toContain('"status":429')
  await clock.advance(200)
  const change = (sql: string): void => {
    const db = new DatabaseSync(store.file)
    db.exec(sql)
    db.close()
  }
  const deliveryLabels = async () =>
    Promise.all(
      [burger, waiting, count].map(async (key) => stockStateOf(await stateOf(store, key))),
    )
  return { store, clock, change, deliveryLabels }
}

test('what has lost its entry is sent where it never was, and else a person decides', async () => {
  const { store, clock, change } = await openUnderWay()
  // It waits for the change that the platform is processing.
  await set(store, [burger], backOnSale)
  await store.host.close()
  change('DELETE FROM outbox')
  store.practice.behave()
  await store.restart()
  store.practice.setReceiver(store.host.webhookUrl)
  await advanceUntil(store, clock, burger, 'confirmed')
  expect(await stateOf(store, burger)).toMatchObject({ state: 'on-sale' })
  expect(stockStateOf(await stateOf(store, waiting))).toBe('undecided')
  await decide(store, [waiting], 'retry')
  await advanceUntil(store, clock, waiting, 'confirmed')
})

test('what waits and cannot be read in its entry is sent by what its item says', async () => {
  const { store, clock, change } = await openUnderWay()
  await store.host.close()
  change(`UPDATE outbox SET payload = '{}' WHERE subject = '${waiting}'`)
  store.practice.behave()
  await store.restart()
  store.practice.setReceiver(store.host.webhookUrl)
  await advanceUntil(store, clock, waiting, 'confirmed')
})

test('a change that a person marked done is hidden and ended', async () => {
  const { store, clock } = await openUnderWay()
  await clock.advance(2 * 60_000)
  expect(stockStateOf(await stateOf(store, burger))).toBe('undecided')
  expect(await decide(store, [burger], 'mark-done')).toEqual({ ok: true, value: 1 })
  expect(await stateOf(store, burger)).toBeUndefined()
  expect(await historyOf(store, burger)).toMatchObject([{ endedAt: expect.any(String) as string }])
})

test('resent by a person, it gets another two minutes', async () => {
  const { store, clock } = await openUnderWay()
  await clock.advance(2 * 60_000)
  store.practice.behave()
  await decide(store, [burger], 'retry')
  await advanceUntil(store, clock, burger, 'accepted')
  await clock.advance(100_000)
  expect(stockStateOf(await stateOf(store, burger))).toBe('accepted')
  await clock.advance(30_000)
  expect(stockStateOf(await stateOf(store, burger))).toBe('undecided')
})
