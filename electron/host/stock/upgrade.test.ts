import { rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { StockHistoryEntry } from '#contract/stock.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { readFixture, shownBefore } from '#test/support/old-store.ts'
import {
  advanceUntil,
  board,
  comparableState,
  stockStateOf,
  stateNow,
  stateOf,
  updates,
  type OldStockState,
} from '#test/support/stock-board.ts'

const fixture = 'store-before-deliveries-stock'

/** What the version before deliveries showed of items at every stage. */
interface OldStock {
  at: string
  storeId: string
  states: OldStockState[]
  history: StockHistoryEntry[]
}
const old = shownBefore<OldStock>(fixture)

/**
 * A store on the database file of the version before deliveries, at the time that file was made;
 * `spoil` is SQL that runs on the file first.
 */
async function openOld(spoil = '') {
  const clock = new FakeClock(old.at)
  const store = await openTestStore({ clock, storeId: old.storeId, menu: false })
  await store.host.close()
  rmSync(`${store.file}-last`)
  writeFileSync(store.file, readFixture(fixture))
  const db = new DatabaseSync(store.file)
  db.exec(spoil)
  db.close()
  await store.restart()
  return { store, clock }
}

const byKey = <Each extends { key?: string }>(states: readonly Each[]) =>
  states.toSorted((one, other) => (one.key ?? '').localeCompare(other.key ?? ''))

test('items of the version before deliveries, at every stage, stand as they stood, and go on', async () => {
  const { store, clock } = await openOld()
  const shown = (await board(store)).states
  expect(byKey(shown.map(comparableState))).toEqual(byKey(old.states.map(stateNow)))
  expect(valueOfOk(await store.call('stock.history', { days: 30 }))).toEqual(old.history)
  expect(valueOfOk(await store.call('status.read', {}))).toMatchObject({
    setAside: 0,
    outbox: { needsPerson: 2 },
  })
  // `since` survives the upgrade: an accepted change counts as overdue two minutes after it was
  // accepted.
  expect(shown.find(({ key }) => key === 'product:P201')?.delivery).toEqual({
    state: 'accepted',
    since: '2026-11-21T15:18:19.600Z',
  })
  store.practice.setReceiver(store.host.webhookUrl)
  for (const key of ['product:P203', 'product:P204'])
    await advanceUntil(store, clock, key, 'confirmed')
  expect(stockStateOf(await stateOf(store, 'product:P202'))).toBe('queued')
  await clock.advance(2 * 60_000)
  expect(await stateOf(store, 'product:P201')).toMatchObject({
    delivery: { state: 'unknown', reason: 'not-finished' },
  })
  await advanceUntil(store, clock, 'product:P202', 'confirmed')
  expect(updates(store).map(({ count }) => count)).toEqual([1, 1, 1])
})

test('items stand as they stood where their entries were deleted', async () => {
  const { store } = await openOld(`DELETE FROM outbox WHERE state NOT IN ('queued', 'sending')`)
  const hidden = 'product:P202'
  const shown = (await board(store)).states
  const others = ({ key }: { key: string }) => key !== hidden
  expect(byKey(shown.filter(others).map(comparableState))).toEqual(
    byKey(old.states.filter(others).map(stateNow)),
  )
})

test('an unreadable item does not prevent a start', async () => {
  const { store } = await openOld(
    `UPDATE stock SET row = substr(row, 2) WHERE key = 'product:P105'`,
  )
  expect(await stateOf(store, 'product:P105')).toBeUndefined()
  expect(stockStateOf(await stateOf(store, 'product:P104'))).toBe('refused')
  expect(valueOfOk(await store.call('status.read', {}))).toMatchObject({ setAside: 1 })
})
