import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { booking, counter, valueOfOk, tap } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { tables } from '../nouns.ts'
import { createBackups } from './backup.ts'
import { openOrQuarantine } from './quarantine.ts'
import { checkBackups, prepareRestore } from './restore-backup.ts'
import { backupsOf, listBackups, listChains, type StoredBackup } from './stored-backups.ts'

async function placeOrder(store: TestStore, id: string): Promise<void> {
  store.practice.setReceiver(store.host.webhookUrl)
  await store.practice.placeOrder({ _id: id })
  await expect.poll(() => store.ticket(id)).toBeDefined()
}

async function reserve(store: TestStore, firstName: string): Promise<void> {
  const accepted = ['closed-day', 'closed-then']
  const asked = { tapId: tap(), kind: 'booked', booking: booking({ firstName, tableIds: [] }) }
  valueOfOk(await store.call('reservations.take', { ...asked, accepted } as never, counter))
}

const day = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const guestsOf = async (store: TestStore): Promise<string[]> => {
  const listed = await store.call('reservations.list', { from: day(-2), to: day(30) })
  return valueOfOk(listed).reservations.map(({ firstName }) => firstName)
}

/** A closed store with three backups: order-1; order-2 and Amparo; order-3 and Bruno. */
async function withBackups(): Promise<TestStore> {
  const store = await openTestStore({ backups: true })
  await placeOrder(store, 'order-1')
  await store.restart()
  await placeOrder(store, 'order-2')
  await reserve(store, 'Amparo')
  await store.restart()
  await placeOrder(store, 'order-3')
  await reserve(store, 'Bruno')
  await store.host.close()
  return store
}

const pointsOf = (store: TestStore): StoredBackup[] => listBackups(backupsOf(store.file))

const prepare = (store: TestStore, point: StoredBackup | undefined) => {
  if (point === undefined) throw new Error('no backup')
  const log = createRecordingLog()
  return prepareRestore(point, { path: store.file, tables, now: Date.now(), log })
}

const files = (store: TestStore): string[] =>
  readdirSync(dirname(store.file)).filter((name) => name.startsWith('store.sqlite'))

test('goes back to an older backup, keeps the file of now, and says so at the next start', async () => {
  const store = await withBackups()
  const [newest, older] = pointsOf(store)
  const before = readFileSync(store.file)
  const keptAs = prepare(store, older)?.replace() ?? ''
  expect(readFileSync(join(dirname(store.file), 'quarantine', keptAs))).toEqual(before)
  await store.restart()
  expect(valueOfOk(await store.call('status.read', {})).damage).toEqual({
    kind: 'chosen',
    keptAs,
    salvaged: 0,
    restoredFrom: older?.at,
  })
  expect(await store.ticket('order-2')).toBeDefined()
  expect(await store.ticket('order-3')).toBeUndefined()
  expect(await guestsOf(store)).toEqual(['Amparo'])
  // The next backup is the newest, though the others are of a later state.
  await placeOrder(store, 'order-4')
  await store.host.close()
  expect(pointsOf(store)[0]?.commits).toBeGreaterThan(newest?.commits ?? Infinity)
  rmSync(store.file)
  await store.restart()
  expect(await store.ticket('order-4')).toBeDefined()
  expect(await store.ticket('order-3')).toBeUndefined()
})

test('nothing changes until it replaces the file, and nothing stays when it is not wanted', async () => {
  const store = await withBackups()
  const before = { names: files(store), bytes: readFileSync(store.file) }
  const prepared = prepare(store, pointsOf(store)[0])
  expect(existsSync(prepared?.path ?? '')).toBe(true)
  prepared?.discard()
  expect({ names: files(store), bytes: readFileSync(store.file) }).toEqual(before)
})

test('a file that is only garbage is replaced, and moves to quarantine as it is', async () => {
  const store = await withBackups()
  writeFileSync(store.file, 'garbage')
  const keptAs = prepare(store, pointsOf(store)[0])?.replace() ?? ''
  expect(readFileSync(join(dirname(store.file), 'quarantine', keptAs), 'utf8')).toBe('garbage')
  await store.restart()
  expect(await guestsOf(store)).toEqual(['Amparo', 'Bruno'])
})

test('damaged changes are found in the list, and none of them is restored', async () => {
  const store = await withBackups()
  const [, middle] = pointsOf(store)
  const bytes = readFileSync(middle?.path ?? '')
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  writeFileSync(middle?.path ?? '', bytes)
  const checked = await checkBackups(backupsOf(store.file))
  expect(checked.map(({ isSound }) => isSound)).toEqual([false, false, true])
  expect(prepare(store, middle)).toBeNull()
  expect(files(store)).not.toContain('store.sqlite-next')
})

test('changes of a whole copy that is damaged follow from the copy before it', async () => {
  const store = await withBackups()
  const log = createRecordingLog()
  const { db } = openOrQuarantine(store.file, 0, log, { tables })
  const folder = backupsOf(store.file)
  const backups = createBackups({
    db,
    path: store.file,
    folder,
    clock: new FakeClock('2036-01-01T00:00:00.000Z'),
    log,
    onStatus: () => undefined,
  })
  // After a week the first is a whole copy.
  for (const name of ['one', 'two']) {
    db.run(`INSERT INTO settings (name, value) VALUES (?, '1')`, name)
    await backups.make()
  }
  db.close()
  const [chain] = listChains(folder)
  const last = chain?.changes.at(-1)
  writeFileSync(chain?.full.path ?? '', 'garbage')
  const checked = await checkBackups(folder)
  expect(checked.filter(({ isSound }) => !isSound).map(({ path }) => path)).toEqual([
    chain?.full.path,
  ])
  prepare(store, last)?.replace()
  const back = openOrQuarantine(store.file, 0, log, { tables }).db
  expect(back.all(`SELECT name FROM settings WHERE name IN ('one', 'two')`)).toHaveLength(2)
  back.close()
  expect(prepare(store, chain?.full)).toBeNull()
})
