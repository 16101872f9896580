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

const newestOf = (store: TestStore): StoredBackup => {
  const [newest] = listBackups(backupsOf(store.file))
  if (newest === undefined) throw new Error('no backup')
  return newest
}

/** A closed store, and its backups with order-2 and Amparo, and with order-3 and Bruno as well. */
async function withBackups() {
  const store = await openTestStore({ backups: true })
  await placeOrder(store, 'order-1')
  await store.restart()
  await placeOrder(store, 'order-2')
  await reserve(store, 'Amparo')
  await store.host.close()
  const older = newestOf(store)
  await store.restart()
  await placeOrder(store, 'order-3')
  await reserve(store, 'Bruno')
  await store.host.close()
  return { store, older, newest: newestOf(store) }
}

const prepare = (store: TestStore, point: StoredBackup) => {
  const log = createRecordingLog()
  return prepareRestore(point, { path: store.file, tables, now: Date.now(), log })
}

const replaceBy = async (store: TestStore, point: StoredBackup) =>
  (await prepare(store, point))?.replace()

const files = (store: TestStore): string[] =>
  readdirSync(dirname(store.file)).filter((name) => name.startsWith('store.sqlite'))

test('goes back to an older backup, keeps the file of now, and says so at the next start', async () => {
  const { store, older, newest } = await withBackups()
  const before = readFileSync(store.file)
  const keptAs = (await replaceBy(store, older)) ?? ''
  expect(readFileSync(join(dirname(store.file), 'quarantine', keptAs))).toEqual(before)
  await store.restart()
  expect(valueOfOk(await store.call('status.read', {})).damage).toEqual({
    kind: 'chosen',
    keptAs,
    salvaged: 0,
    restoredFrom: older.at,
  })
  expect(await store.ticket('order-2')).toBeDefined()
  expect(await store.ticket('order-3')).toBeUndefined()
  expect(await guestsOf(store)).toEqual(['Amparo'])
  // The next backup is the newest, though the others are of a later state.
  await placeOrder(store, 'order-4')
  await store.host.close()
  expect(newestOf(store).commits).toBeGreaterThan(newest.commits)
  rmSync(store.file)
  await store.restart()
  expect(await store.ticket('order-4')).toBeDefined()
  expect(await store.ticket('order-3')).toBeUndefined()
})

test('what was replaced can be put back as it was', async () => {
  const { store, older } = await withBackups()
  const before = readFileSync(store.file)
  const prepared = await prepare(store, older)
  prepared?.replace()
  expect(readFileSync(store.file).equals(before)).toBe(false)
  prepared?.undo()
  expect(readFileSync(store.file).equals(before)).toBe(true)
  await store.restart()
  expect(await store.ticket('order-3')).toBeDefined()
  expect(valueOfOk(await store.call('status.read', {})).damage).toBeNull()
})

test('nothing changes until it replaces the file, and nothing stays when it is not wanted', async () => {
  const { store, newest } = await withBackups()
  const before = { names: files(store), bytes: readFileSync(store.file) }
  const prepared = await prepare(store, newest)
  expect(existsSync(prepared?.path ?? '')).toBe(true)
  prepared?.discard()
  expect({ names: files(store), bytes: readFileSync(store.file) }).toEqual(before)
})

test('a file that is only garbage is replaced, and moves to quarantine as it is', async () => {
  const { store, newest } = await withBackups()
  writeFileSync(store.file, 'garbage')
  const keptAs = (await replaceBy(store, newest)) ?? ''
  expect(readFileSync(join(dirname(store.file), 'quarantine', keptAs), 'utf8')).toBe('garbage')
  await store.restart()
  expect(await guestsOf(store)).toEqual(['Amparo', 'Bruno'])
})

const named = `SELECT name FROM settings WHERE name IN ('one', 'two', 'three')`

/** A closed store whose last backups are a whole copy and two files of changes. */
async function withChain() {
  const { store } = await withBackups()
  const log = createRecordingLog()
  const { db } = openOrQuarantine(store.file, 0, log, { tables })
  const folder = backupsOf(store.file)
  const backupsAt = (now: string) =>
    createBackups({
      db,
      path: store.file,
      folder,
      clock: new FakeClock(now),
      log,
      onStatus: () => undefined,
    })
  // The store may have committed something after its last backup. Then nothing would follow that.
  await backupsAt('2035-12-01T00:00:00.000Z').make()
  // After more than a week the first is a whole copy.
  const backups = backupsAt('2036-01-01T00:00:00.000Z')
  for (const name of ['one', 'two', 'three']) {
    db.run(`INSERT INTO settings (name, value) VALUES (?, '1')`, name)
    await backups.make()
  }
  db.close()
  const [three, two, one] = listBackups(folder)
  if (one === undefined || two === undefined || three === undefined) throw new Error('no backups')
  expect(listChains(folder)[0]?.full).toEqual(one)
  const unsound = async () =>
    (await checkBackups(folder)).filter(({ state }) => state !== 'sound').map(({ path }) => path)
  return { store, one, two, three, unsound }
}

test('damaged changes are found in the list, and none from them on is restored', async () => {
  const { store, one, two, three, unsound } = await withChain()
  expect(await unsound()).toEqual([])
  const bytes = readFileSync(two.path)
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  writeFileSync(two.path, bytes)
  expect(await unsound()).toEqual([three.path, two.path])
  for (const point of [two, three]) expect(await prepare(store, point)).toBeNull()
  expect(files(store)).not.toContain('store.sqlite-next')
  await replaceBy(store, one)
  const back = openOrQuarantine(store.file, 0, createRecordingLog(), { tables }).db
  expect(back.all(named)).toHaveLength(1)
  back.close()
})

test('changes of a whole copy that is damaged follow from the copy before it', async () => {
  const { store, one, three, unsound } = await withChain()
  writeFileSync(one.path, 'garbage')
  expect(await unsound()).toEqual([one.path])
  expect(await prepare(store, one)).toBeNull()
  await replaceBy(store, three)
  const back = openOrQuarantine(store.file, 0, createRecordingLog(), { tables }).db
  expect(back.all(named)).toHaveLength(3)
  back.close()
})
