import { copyFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { board, burger, set, stateOf } from '#test/support/stock-board.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { createBackups } from './backup.ts'
import { backupsOf, listBackups, listChains } from './stored-backups.ts'
import { openOrQuarantine } from './quarantine.ts'
import { tables } from '../nouns.ts'

const ids = Array.from({ length: 8 }, (_, nth) => `order-${String(nth)}`)
const reported = 'preparation-ready'

const isReady = ({ operation }: { operation: string }): boolean => operation.includes(reported)
const counts = (store: TestStore): number[] =>
  store.practice
    .effects()
    .filter(isReady)
    .map(({ count }) => count)

/** Places orders on the platform, bumps each, and waits until the platform has confirmed each. */
async function bumpAll(store: TestStore, which: readonly string[]): Promise<void> {
  for (const id of which) await store.practice.placeOrder({ _id: id })
  await store.call('connection.resume', {})
  for (const id of which) {
    await expect.poll(() => store.ticket(id)).toBeDefined()
    await store.call('tickets.markReady', { ticketId: id, tapId: `tap-${id}` })
    await expect.poll(async () => (await store.ticket(id))?.bump?.delivery.state).toBe('confirmed')
  }
}

async function openShop(backups: boolean): Promise<TestStore> {
  const store = await openTestStore({ list: true, backups })
  await store.call('settings.change', { undoSeconds: 0, pollSeconds: 5 })
  return store
}

const damageOf = async (store: TestStore) => valueOfOk(await store.call('status.read', {})).damage

/** Waits until the list was read since the start and all its orders are processed. */
async function isRead(store: TestStore): Promise<void> {
  await expect
    .poll(async () => valueOfOk(await store.call('status.read', {})).poller.state)
    .toBe('fresh')
  for (const id of ids) await expect.poll(() => store.ticket(id)).toBeDefined()
}

/** Expects every ticket to be bumped and nothing to be sent twice. */
async function expectNothingTwice(store: TestStore): Promise<void> {
  await isRead(store)
  for (const id of ids)
    expect(await store.ticket(id), id).toMatchObject({
      stage: 'ready',
      bump: { delivery: { state: 'confirmed' } },
    })
  expect(valueOfOk(await store.call('tickets.snapshot', {})).tickets).toEqual([])
  // A second bump isn't sent either, because the platform has confirmed the first.
  await store.call('tickets.recall', { ticketId: 'order-0' })
  await store.call('tickets.markReady', { ticketId: 'order-0', tapId: 'again' })
  await expect
    .poll(async () => (await store.ticket('order-0'))?.bump?.delivery.state)
    .toBe('confirmed')
  expect(counts(store)).toEqual(ids.map(() => 1))
}

describe('nothing that was sent before is sent again', () => {
  test('without a backup: by the outbox, where tickets are lost', async () => {
    const store = await openShop(false)
    await bumpAll(store, ids)
    await store.host.close()
    damagePage(store.file, 'tickets')
    damagePage(store.file, 'inbox')
    damagePage(store.file, 'inbox_unread')
    await store.restart()
    expect(await damageOf(store)).toMatchObject({ kind: 'damaged', restoredFrom: null })
    await expectNothingTwice(store)
  })

  test('with a backup that is older than half of the bumps, the outbox in the damaged file', async () => {
    const store = await openShop(true)
    await bumpAll(store, ids.slice(0, 4))
    await store.restart()
    const [{ at } = { at: '' }, ...others] = listBackups(backupsOf(store.file))
    expect(others).toEqual([])
    await bumpAll(store, ids.slice(4))
    await store.host.close()
    const [newest] = listBackups(backupsOf(store.file))
    rmSync(newest?.path ?? '')
    damagePage(store.file, 'tickets')
    damagePage(store.file, 'inbox')
    damagePage(store.file, 'inbox_unread')
    await store.restart()
    expect(await damageOf(store)).toMatchObject({ kind: 'damaged', restoredFrom: at, salvaged: 0 })
    await expectNothingTwice(store)
  })

  test('with a backup that has a recall, but not the bump after it', async () => {
    const store = await openShop(true)
    const [id = ''] = ids
    await bumpAll(store, ids)
    await store.call('tickets.recall', { ticketId: id })
    await store.restart()
    await store.call('tickets.markReady', { ticketId: id, tapId: 'later' })
    await expect.poll(async () => (await store.ticket(id))?.bump?.delivery.state).toBe('confirmed')
    await store.host.close()
    const [newest] = listBackups(backupsOf(store.file))
    rmSync(newest?.path ?? '')
    damagePage(store.file, 'tickets')
    await store.restart()
    expect(await store.ticket(id)).toMatchObject({ stage: 'ready', recalledAt: null })
    await expectNothingTwice(store)
  })

  test('with a backup that remembers a bump, and not that it was called back and undone', async () => {
    const store = await openShop(true)
    const [id = ''] = ids
    await bumpAll(store, ids)
    await store.restart()
    await store.call('tickets.recall', { ticketId: id })
    await store.call('settings.change', { undoSeconds: 60 })
    await store.call('tickets.markReady', { ticketId: id, tapId: 'later' })
    await store.call('tickets.undo', { ticketId: id })
    await store.host.close()
    const [newest] = listBackups(backupsOf(store.file))
    rmSync(newest?.path ?? '')
    damagePage(store.file, 'tickets')
    await store.restart()
    await isRead(store)
    const { tickets } = valueOfOk(await store.call('tickets.snapshot', {}))
    expect(tickets).toMatchObject([{ id, stage: 'new', bump: null }])
  })

  test('a file that cannot be read at all: the backup stands, to the last order', async () => {
    const store = await openShop(true)
    await bumpAll(store, ids)
    await store.host.close()
    writeFileSync(store.file, 'the disk had a bad day')
    await store.restart()
    expect((await damageOf(store))?.restoredFrom).not.toBeNull()
    await expectNothingTwice(store)
  })
})

test('the newest backup is damaged too: the one before stands', async () => {
  const store = await openShop(true)
  await bumpAll(store, ids.slice(0, 4))
  await store.restart()
  await bumpAll(store, ids.slice(4))
  await store.host.close()
  const [newest, older] = listBackups(backupsOf(store.file))
  writeFileSync(newest?.path ?? '', 'no database')
  rmSync(store.file)
  await store.restart()
  expect(await damageOf(store)).toEqual({
    kind: 'missing',
    keptAs: null,
    salvaged: 0,
    restoredFrom: older?.at,
  })
  expect(store.log.text()).toContain('backup ends early')
})

test('the last whole copy is damaged: the one before it goes on with the changes of both', async () => {
  const store = await openShop(true)
  await bumpAll(store, ids.slice(0, 2))
  await store.host.close()
  const { db } = openOrQuarantine(store.file, 0, createRecordingLog(), { tables })
  const folder = backupsOf(store.file)
  const log = createRecordingLog()
  const clock = new FakeClock('2036-01-01T00:00:00.000Z')
  const backups = createBackups({
    db,
    path: store.file,
    folder,
    clock,
    log,
    onStatus: () => undefined,
  })
  db.run(`INSERT INTO settings (name, value) VALUES ('one', '1')`)
  await backups.make()
  db.run(`INSERT INTO settings (name, value) VALUES ('two', '2')`)
  await backups.make()
  db.close()
  const [newest, ...older] = listChains(folder)
  expect(older).toHaveLength(1)
  writeFileSync(newest?.full.path ?? '', 'no database')
  rmSync(store.file)
  await store.restart()
  expect(store.log.text()).toContain('backup not usable')
  expect((await damageOf(store))?.restoredFrom).toBe(newest?.changes.at(-1)?.at)
  await store.host.close()
  const back = openOrQuarantine(store.file, 0, log, { tables }).db
  expect(back.all(`SELECT name FROM settings WHERE name IN ('one', 'two')`)).toHaveLength(2)
  back.close()
})

test('an emptied file, and a write-ahead log without its file, are restored', async () => {
  for (const spoil of [
    (file: string) => truncateSync(file, 0),
    (file: string) => {
      rmSync(file)
      writeFileSync(`${file}-wal`, 'of a file that is gone')
    },
  ]) {
    const store = await openShop(true)
    await bumpAll(store, ids.slice(0, 1))
    await store.host.close()
    spoil(store.file)
    await store.restart()
    expect(await damageOf(store)).toMatchObject({ kind: 'missing' })
    expect(await store.ticket('order-0')).toMatchObject({
      bump: { delivery: { state: 'confirmed' } },
    })
  }
})

test('a crash while a backup takes the place of a damaged file: the next start goes on, and says so', async () => {
  const store = await openShop(true)
  await bumpAll(store, ids.slice(0, 2))
  await store.host.close()
  rmSync(store.file)
  const { db, damage } = openOrQuarantine(store.file, 0, createRecordingLog(), { tables })
  expect(damage).toMatchObject({ kind: 'missing' })
  expect(damage?.restoredFrom).not.toBeNull()
  db.close()
  // The state after the damaged file was moved and before its replacement was renamed.
  renameSync(store.file, `${store.file}-ready`)
  await store.restart()
  expect(await damageOf(store)).toEqual(damage)
  expect(await store.ticket('order-1')).toMatchObject({
    bump: { delivery: { state: 'confirmed' } },
  })
  expect(readdirSync(join(store.file, '..'))).not.toContain('store.sqlite-ready')
  await store.restart()
  expect(await damageOf(store)).toBeNull()
})

/**
 * A store whose backup has an unsent bump and an unsent stock count. Both were sent later, and then
 * lost with the file.
 */
async function sentSinceBackup(): Promise<TestStore> {
  const store = await openShop(true)
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  store.practice.misbehave({ path: reported, kind: 'status', status: 429 })
  store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
  await store.practice.placeOrder({ _id: 'order-0' })
  await store.call('connection.resume', {})
  await expect.poll(() => store.ticket('order-0')).toBeDefined()
  await store.call('tickets.markReady', { ticketId: 'order-0', tapId: 'tap' })
  await set(store, [burger], { kind: 'count', left: 5 })
  await store.restart()
  const [stored] = listBackups(backupsOf(store.file))
  store.practice.behave()
  await expect
    .poll(async () => (await store.ticket('order-0'))?.bump?.delivery.state)
    .toBe('confirmed')
  await expect.poll(() => stockEffects(store)).toEqual([1])
  await store.host.close()
  for (const { path } of listBackups(backupsOf(store.file))) if (path !== stored?.path) rmSync(path)
  return store
}

const stockEffects = (store: TestStore): number[] =>
  store.practice
    .effects()
    .filter(({ operation }) => /stock/i.test(operation))
    .map(({ count }) => count)

test('an entry that waits in a backup may have been sent since: a count needs a decision and is never resent', async () => {
  const store = await sentSinceBackup()
  rmSync(store.file)
  await store.restart()
  expect(await stateOf(store, burger)).toMatchObject({ delivery: { state: 'expired' } })
  // A bump may safely be sent again, and it is.
  await expect
    .poll(async () => (await store.ticket('order-0'))?.bump?.delivery.state)
    .toBe('confirmed')
  expect(stockEffects(store)).toEqual([1])
})

test('a database that came back older says so, and what waited there is not sent as if nothing had been', async () => {
  const store = await sentSinceBackup()
  const [stored] = listBackups(backupsOf(store.file))
  // As if a write-ahead log was lost: an older file next to the journal of a newer one.
  copyFileSync(stored?.path ?? '', store.file)
  rmSync(stored?.path ?? '')
  await store.restart()
  expect(await damageOf(store)).toEqual({
    kind: 'older',
    keptAs: null,
    salvaged: 0,
    restoredFrom: null,
  })
  expect(await stateOf(store, burger)).toMatchObject({
    delivery: { state: 'unknown', choices: ['retry', 'mark-done'] },
  })
  await expect
    .poll(async () => (await store.ticket('order-0'))?.bump?.delivery.state)
    .toBe('confirmed')
  expect(stockEffects(store)).toEqual([1])
})

test('an older file beside a newer backup: the backup takes its place, and nothing is sent again', async () => {
  const store = await openShop(true)
  await bumpAll(store, ids.slice(0, 4))
  await store.host.close()
  copyFileSync(store.file, `${store.file}-before`)
  await store.restart()
  await bumpAll(store, ids.slice(4))
  await store.host.close()
  const [newest] = listBackups(backupsOf(store.file))
  copyFileSync(`${store.file}-before`, store.file)
  await store.restart()
  expect(await damageOf(store)).toMatchObject({ kind: 'older', restoredFrom: newest?.at })
  await expectNothingTwice(store)
})
