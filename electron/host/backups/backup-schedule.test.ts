import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archiveFor } from '#test/support/archive.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase } from '../db/open.ts'
import { archiveBackupsOf } from '../db/store-folder.ts'
import { backupName, listBackups } from '../db/stored-backups.ts'
import { BackupSchedule } from './backup-schedule.ts'

const minuteMs = 60_000

function open(folder = join(temporaryFolder(), 'backups')) {
  const path = newDatabase()
  const db = openDatabase(path)
  const archive = archiveFor(db)
  onTestFinished(() => {
    archive.close()
    db.close()
  })
  const [clock, log] = [new FakeClock(), createRecordingLog()]
  const onStatus = (): void => undefined
  const schedule = new BackupSchedule({ db, archive, path, folder, clock, log, onStatus })
  let changes = 0
  return {
    ...{ archive, clock, folder, log, schedule },
    change: () => db.run('INSERT INTO settings VALUES (?, ?)', `n${String(changes++)}`, '1'),
    /** Lets time pass, and waits for a backup that is due then. */
    async pass(minutes: number): Promise<void> {
      await clock.leap(minutes * minuteMs)
      await schedule.catchUp()
    },
    numbers: () => listBackups(folder).map(({ number }) => number),
  }
}

test('a backup is made a minute after a start, then every quarter of an hour if something was committed', async () => {
  const { change, pass, numbers, schedule } = open()
  await pass(0.5)
  expect(numbers()).toEqual([])
  await pass(0.5)
  expect([numbers(), schedule.isCurrent]).toEqual([[1], true])
  await pass(15)
  expect(numbers()).toEqual([1])
  change()
  expect(schedule.isCurrent).toBe(false)
  await pass(14)
  expect(numbers()).toEqual([1])
  await pass(1)
  expect(numbers()).toEqual([2, 1])
})

test('of an evening’s backups the last four are kept', async () => {
  const { change, pass, numbers } = open()
  await pass(1)
  for (let nth = 0; nth < 6; nth++) {
    change()
    await pass(15)
  }
  expect(numbers()).toEqual([7, 6, 5, 4])
})

test('a folder that can’t be written is reported and tried again', async () => {
  const folder = join(temporaryFolder(), 'backups')
  writeFileSync(folder, 'a file with that name')
  const { pass, schedule, log, numbers } = open(folder)
  await pass(1)
  expect(schedule.status).toEqual({ lastAt: null, failing: true })
  expect(log.text()).toContain('backup not made')
  rmSync(folder)
  await pass(15)
  expect(schedule.status).toEqual({ lastAt: expect.any(String) as string, failing: false })
  expect(numbers()).toEqual([1])
})

test('when guests are forgotten no backup stays, and one is made at once', async () => {
  const { pass, schedule, change, numbers } = open()
  await pass(1)
  change()
  const making = schedule.make()
  // It has begun.
  await new Promise((begun) => setImmediate(begun))
  schedule.forget()
  await making
  expect(numbers()).toEqual([])
  await pass(0)
  expect(numbers()).toHaveLength(1)
})

test('the archive is copied once a day if it changed, and two copies are kept', async () => {
  const { archive, change, pass, clock } = open()
  const copies = () => listBackups(archiveBackupsOf(archive.path)).map(({ number }) => number)
  const move = (id: string): void => {
    const order = { id, leftAt: '2026-11-20T12:00:00.000Z', isBumped: true, hasGuest: false }
    archive.add([{ ...order, words: id, content: {}, messages: [] }])
  }
  await pass(1)
  expect(copies()).toEqual([])
  for (const [nth, expected] of [[1], [2, 1], [3, 2]].entries()) {
    move(`order-${String(nth)}`)
    change()
    await pass(15)
    expect(copies()).toEqual(expected)
    change()
    await pass(15)
    expect(copies()).toEqual(expected)
    clock.sleep(24 * 60 * minuteMs)
  }
})

test('what a crash left of a backup is deleted at the next start, and nothing else', () => {
  const folder = temporaryFolder()
  const name = backupName(3, 0)
  const others = ['notes.new', 'notes.txt', name]
  for (const each of [
    ...others,
    `${name}.new`,
    `${name}.new-journal`,
    `${backupName(4, 0)}.new-journal`,
  ])
    writeFileSync(join(folder, each), '')
  open(folder)
  expect(readdirSync(folder).toSorted()).toEqual(others.toSorted())
})
