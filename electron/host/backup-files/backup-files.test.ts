import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BackupFileWork } from '#contract/backup-files/backup-files.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { archiveAt } from '#test/support/archive.ts'
import { flipByte } from '#test/support/flip-byte.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { manager } from '#test/support/caller.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { backupsOf, quarantineOf } from '../db/store-folder.ts'

const passphrase = 'seven wet onions'

type Store = NonNullable<Parameters<typeof openLoneKitchen>[1]>['store']

/** A kitchen on a folder of its own, and what a manager does with backup files. */
async function openKitchen(dataDir = temporaryFolder(), store?: Store) {
  const opened = await openLoneKitchen(dataDir, store === undefined ? {} : { store })
  onTestFinished(() => opened.kitchen.close())
  const { ask, kitchen, post } = opened
  const tickets = async () => ((await ask('tickets.list')) as TicketsSnapshot).tickets.length
  const read = async () => (await ask('backupFiles.get')) as BackupFileWork | null
  /** The end of the work that goes on. */
  async function ended(): Promise<BackupFileWork> {
    await expect.poll(async () => (await read())?.state).toMatch(/done|failed/)
    const work = await read()
    if (work === null) throw new Error('no work')
    return work
  }
  async function send(bytes: Buffer): Promise<string> {
    const { workId } = (await ask('backupFiles.receive', { bytes: bytes.length })) as {
      workId: string
    }
    for (let at = 0; at < bytes.length; at += 100_000) {
      const part = bytes.subarray(at, at + 100_000).toString('base64')
      expect(await ask('backupFiles.part', { workId, at, part })).toBeNull()
    }
    return workId
  }
  return {
    ...opened,
    dataDir,
    tickets,
    read,
    ended,
    send,
    async order() {
      const before = await tickets()
      expect(await post()).toBe(200)
      await expect.poll(tickets).toBe(before + 1)
    },
    /** Exports to a file that a person chose. */
    async exportTo(path: string, backupId: string | null = null) {
      kitchen.choose(path)
      expect(await ask('backupFiles.export', { backupId, passphrase, path })).toEqual({
        workId: expect.any(String) as string,
      })
      return ended()
    },
    async open(bytes: Buffer, typed = passphrase) {
      const workId = await send(bytes)
      expect(await ask('backupFiles.open', { workId, passphrase: typed })).toBeNull()
      return ended()
    },
  }
}
type Opened = Awaited<ReturnType<typeof openKitchen>>

/** What should not stay in the data folder. */
function leftovers({ dataDir }: Opened): string[] {
  const exports = join(dataDir, 'exports')
  const inExports = existsSync(exports)
    ? readdirSync(exports, { recursive: true, encoding: 'utf8' }).filter((name) => /\./.test(name))
    : []
  return [
    ...readdirSync(dataDir).filter((name) => /-(?:exported|imported)/.test(name)),
    ...inExports,
  ]
}

/** A kitchen with two orders, exported, and one order since. */
async function exported() {
  const kitchen = await openKitchen()
  await kitchen.order()
  await kitchen.order()
  const path = join(temporaryFolder(), 'a.kpbackup')
  const work = await kitchen.exportTo(path)
  expect(work).toMatchObject({ state: 'done', fault: null })
  await kitchen.order()
  return { kitchen, path, work, bytes: readFileSync(path) }
}

test('an export has what was just done, and brings it back after the database was destroyed', async () => {
  const { kitchen, path, work, bytes } = await exported()
  expect(work.exported).toEqual({ path, bytes: bytes.length, at: expect.any(String) as string })
  expect(readdirSync(join(path, '..'))).toEqual(['a.kpbackup'])
  expect(leftovers(kitchen)).toEqual([])
  expect(kitchen.events.map(({ type }) => type)).toContain('backups.changed')

  writeFileSync(databaseIn(kitchen.dataDir), 'garbage'.repeat(10_000))
  rmSync(backupsOf(databaseIn(kitchen.dataDir)), { recursive: true })
  const opened = await kitchen.open(bytes)
  expect(opened).toMatchObject({ state: 'done', fault: null })
  expect(opened.preview).toMatchObject({ at: work.exported?.at, then: { tickets: 2 }, store: null })
  expect(await kitchen.ask('backupFiles.restore', { workId: opened.id, pin: null })).toBeNull()
  expect(await kitchen.tickets()).toBe(2)
  expect(await kitchen.ask('status.get')).toMatchObject({ damage: { kind: 'chosen' } })
  expect(readdirSync(quarantineOf(databaseIn(kitchen.dataDir)))).not.toEqual([])
  await expect.poll(() => leftovers(kitchen)).toEqual([])
  await kitchen.order()
})

test('a file goes to another computer, where the same store is connected', async () => {
  const { bytes } = await exported()
  const other = await openKitchen()
  expect(await other.tickets()).toBe(0)
  const opened = await other.open(bytes)
  expect(opened.preview).toMatchObject({ now: { tickets: 0 }, then: { tickets: 2 } })
  expect(await other.ask('backupFiles.restore', { workId: opened.id, pin: null })).toBeNull()
  expect(await other.tickets()).toBe(2)
})

test('the archive goes along, and comes to the other computer', async () => {
  const kitchen = await openKitchen()
  await kitchen.order()
  const archive = archiveAt(databaseIn(kitchen.dataDir))
  archive.add([
    {
      ...{ id: 'past', leftAt: '2026-11-20T12:00:00.000Z', isBumped: true, hasGuest: false },
      ...{ words: 'past', content: {}, messages: [] },
    },
  ])
  archive.close()
  const path = join(temporaryFolder(), 'a.kpbackup')
  expect(await kitchen.exportTo(path)).toMatchObject({ state: 'done', fault: null })
  const other = await openKitchen()
  const opened = await other.open(readFileSync(path))
  expect(await other.ask('backupFiles.restore', { workId: opened.id, pin: null })).toBeNull()
  await expect.poll(() => leftovers(other)).toEqual([])
  const restored = archiveAt(databaseIn(other.dataDir))
  expect(restored.get('past')).toMatchObject({ id: 'past' })
  restored.close()
})

test('an older backup can be exported too', async () => {
  const { kitchen, bytes } = await exported()
  const list = (await kitchen.ask('backups.list')) as { backups: { id: string }[] }
  await kitchen.ask('backups.create')
  const [older] = list.backups
  const path = join(temporaryFolder(), 'older.kpbackup')
  expect(await kitchen.exportTo(path, older?.id)).toMatchObject({ state: 'done' })
  expect(readFileSync(path).length).toBe(bytes.length)
  const opened = await kitchen.open(readFileSync(path))
  expect(opened.preview).toMatchObject({ now: { tickets: 3 }, then: { tickets: 2 } })
  expect(await kitchen.exportTo(path, 'unknown')).toMatchObject({ fault: 'no-backup' })
})

test('each reason for refusing a file has a name, and nothing is changed', async () => {
  const { kitchen, bytes, path } = await exported()
  const other = await openKitchen(undefined, { v3Url: 'http://127.0.0.1:1/v3', storeId: 'other' })
  expect(await other.open(bytes)).toMatchObject({ state: 'failed', fault: 'other-store' })
  expect(leftovers(other).filter((name) => name.includes('imported'))).toEqual([])

  flipByte(path, -1000)
  truncateSync(path, bytes.length - 100)
  const newer = Buffer.from(bytes)
  newer.writeUInt32BE(9, 8)
  const cases: [Buffer, string][] = [
    [readFileSync(path), 'damaged'],
    [bytes.subarray(0, -1), 'damaged'],
    [newer, 'newer'],
    [Buffer.from('%PDF-1.7 not one of ours'), 'not-a-backup'],
  ]
  for (const [file, fault] of cases)
    expect(await kitchen.open(file)).toMatchObject({ state: 'failed', fault, preview: null })
  expect(await kitchen.tickets()).toBe(3)
  expect(await kitchen.ask('status.get')).toMatchObject({ damage: null })
})

test('after a wrong passphrase the same file is opened with the right one', async () => {
  const { kitchen, bytes } = await exported()
  const wrong = await kitchen.open(bytes, 'seven dry onions')
  expect(wrong).toMatchObject({ state: 'failed', fault: 'wrong-passphrase' })
  expect(await kitchen.ask('backupFiles.open', { workId: wrong.id, passphrase })).toBeNull()
  expect(await kitchen.ended()).toMatchObject({ state: 'done', preview: { then: { tickets: 2 } } })
  expect(await kitchen.ask('backupFiles.stop', { workId: wrong.id })).toBeNull()
  expect(await kitchen.read()).toBeNull()
  expect(leftovers(kitchen)).toEqual([])
  expect(kitchen.log.text()).not.toContain('onions')
})

test('with a PIN, only the right one restores a file', async () => {
  const { kitchen, bytes } = await exported()
  await kitchen.ask('screens.setPin', { pin: '2468' })
  const { id: workId } = await kitchen.open(bytes)
  for (const pin of [null, '1111'])
    expect(await kitchen.ask('backupFiles.restore', { workId, pin })).toMatchObject({
      code: 'wrong-pin',
    })
  expect(await kitchen.tickets()).toBe(3)
  expect(await kitchen.ask('backupFiles.restore', { workId, pin: '2468' })).toBeNull()
  expect(await kitchen.tickets()).toBe(2)
})

test('a file that nobody chose, and a disk that takes none, are refused', async () => {
  const kitchen = await openKitchen()
  await kitchen.order()
  const folder = temporaryFolder()
  const path = join(folder, 'gone', 'a.kpbackup')
  const asked = { backupId: null, passphrase, path }
  expect(await kitchen.ask('backupFiles.export', asked)).toMatchObject({ code: 'bad-input' })
  expect(await kitchen.ask('backupFiles.export', { ...asked, passphrase: 'short' })).toMatchObject({
    code: 'bad-input',
  })
  expect(await kitchen.exportTo(path)).toMatchObject({ state: 'failed', fault: 'not-written' })
  expect(leftovers(kitchen)).toEqual([])
  const max = Number.MAX_SAFE_INTEGER
  expect(await kitchen.ask('backupFiles.receive', { bytes: max })).toMatchObject({
    reason: 'no-room',
  })
})

test('a browser gets an export once, and only while the host has it', async () => {
  const kitchen = await openKitchen()
  await kitchen.order()
  const asked = { backupId: null, passphrase, path: null }
  const { workId } = (await kitchen.ask('backupFiles.export', asked)) as { workId: string }
  expect(await kitchen.ask('backupFiles.export', asked)).toMatchObject({ code: 'too-late' })
  expect(await kitchen.ended()).toMatchObject({ state: 'done', exported: { path: null } })
  const name = `${workId}.kpbackup`
  expect(kitchen.kitchen.exportFile({ ...manager, role: 'counter' }, name)).toBeNull()
  expect(kitchen.kitchen.exportFile(manager, 'other.kpbackup')).toBeNull()
  const file = kitchen.kitchen.exportFile(manager, name)
  expect(file?.name).toMatch(/^kitchen-pass-\d{4}-\d\d-\d\d\.kpbackup$/)
  expect(readFileSync(file?.path ?? '').length).toBe(file?.bytes)
  file?.onSent?.()
  await expect.poll(() => leftovers(kitchen)).toEqual([])
  expect(kitchen.kitchen.exportFile(manager, name)).toBeNull()
})

test('parts that are sent twice, too late or too many are refused', async () => {
  const kitchen = await openKitchen()
  const { workId } = (await kitchen.ask('backupFiles.receive', { bytes: 6 })) as { workId: string }
  const part = Buffer.from('abc').toString('base64')
  const send = (at: number, id = workId) =>
    kitchen.ask('backupFiles.part', { workId: id, at, part })
  expect(await kitchen.ask('backupFiles.receive', { bytes: 6 })).toMatchObject({ code: 'too-late' })
  expect(await send(3)).toMatchObject({ code: 'too-late' })
  expect(await send(0)).toBeNull()
  expect(await send(0)).toMatchObject({ code: 'too-late' })
  expect(await send(3, 'other')).toMatchObject({ code: 'too-late' })
  expect(await kitchen.ask('backupFiles.open', { workId, passphrase })).toMatchObject({
    code: 'too-late',
  })
  expect(await send(3)).toBeNull()
  expect(await send(6)).toMatchObject({ code: 'too-late' })
  expect(await kitchen.ask('backupFiles.restore', { workId, pin: null })).toMatchObject({
    code: 'too-late',
  })
})

test('what was left of an import is gone after a restart, and when guests are forgotten', async () => {
  const { kitchen, bytes } = await exported()
  await kitchen.open(bytes)
  expect(leftovers(kitchen)).not.toEqual([])
  await kitchen.ask('guests.purge')
  await expect.poll(() => leftovers(kitchen)).toEqual([])

  await kitchen.open(bytes)
  const file = databaseIn(kitchen.dataDir)
  await kitchen.kitchen.close()
  writeFileSync(`${file}-imported`, 'x')
  const exports = join(
    kitchen.dataDir,
    'exports',
    readdirSync(join(kitchen.dataDir, 'exports'))[0] ?? '',
  )
  writeFileSync(join(exports, 'a.upload'), 'x')
  const again = await openKitchen(kitchen.dataDir)
  expect(leftovers(again)).toEqual([])
})
