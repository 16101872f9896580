import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anyHour, booking, counter, tap, valueOfOk } from '#test/support/reservations.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { board, burger, set, stateOf } from '#test/support/stock-board.ts'
import { backupsOf } from '../db/store-folder.ts'
import { listBackups } from '../db/stored-backups.ts'

const operations = ['preparation-ready', 'updateStock', '/reservations/reservation']

/** How often the platform did what a path of `operations` names. */
const effectsOf = (store: TestStore, name: RegExp): number =>
  store.practice
    .effects()
    .filter(({ operation }) => name.test(operation))
    .reduce((sum, { count }) => sum + count, 0)

const bumpState = async (store: TestStore) => (await store.ticket('order-0'))?.bump?.delivery.state

/**
 * A closed store whose only backup has a bump, a count and a reservation that were not sent. All
 * were sent later, and that is lost with the file.
 */
async function sentSinceBackup(): Promise<TestStore> {
  const store = await openTestStore({ list: true, backups: true })
  await store.call('settings.change', { undoSeconds: 0, pollSeconds: 5 })
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  for (const path of operations) store.practice.misbehave({ path, kind: 'status', status: 429 })
  await store.practice.placeOrder({ _id: 'order-0' })
  await store.call('connection.resume', {})
  await expect.poll(() => store.ticket('order-0')).toBeDefined()
  await store.call('tickets.markReady', { ticketId: 'order-0', tapId: 'tap' })
  await set(store, [burger], { kind: 'count', left: 5 })
  const details = booking({ tableIds: [] })
  const asked = { tapId: tap(), kind: 'booked', booking: details, accepted: anyHour } as const
  valueOfOk(await store.call('reservations.create', asked, counter))
  await store.restart()
  const [stored] = listBackups(backupsOf(store.file))
  store.practice.behave()
  await expect.poll(() => bumpState(store)).toBe('confirmed')
  await expect.poll(() => effectsOf(store, /stock/i)).toBe(1)
  await expect.poll(() => store.practice.reservations().length).toBe(1)
  await store.host.close()
  for (const { path } of listBackups(backupsOf(store.file))) if (path !== stored?.path) rmSync(path)
  return store
}

test('what waits in a backup may have been sent since: a count and a reservation need a person, a bump goes again', async () => {
  const store = await sentSinceBackup()
  rmSync(store.file)
  await store.restart()
  expect(valueOfOk(await store.call('status.get', {})).damage?.kind).toBe('missing')
  expect(await stateOf(store, burger)).toMatchObject({
    delivery: { state: 'unknown', choices: ['retry', 'mark-done'] },
  })
  await expect.poll(() => bumpState(store)).toBe('confirmed')
  expect(effectsOf(store, /stock/i)).toBe(1)
  expect(store.practice.reservations()).toHaveLength(1)
  expect(valueOfOk(await store.call('status.get', {})).outbox.needsPerson).toBe(2)
})
