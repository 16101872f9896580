import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { oldStore } from '#test/support/old-store.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { createOutboxRows } from '../outbox/rows.ts'
import { createBackups } from './backup.ts'
import { backupName, backupsOf, listBackups, superfluous } from './kept-backups.ts'
import { openDatabase } from './open.ts'
import { isSealed } from './seal.ts'

const quarterMs = 15 * 60_000

function openBackedUp() {
  const path = join(temporaryFolder(), 'store.sqlite')
  const db = openDatabase(path)
  onTestFinished(() => db.close())
  const clock = new FakeClock()
  const log = createKeptLog()
  const folder = backupsOf(path)
  const backups = createBackups({ db, path, folder, clock, log, onStatus: () => undefined })
  let n = 0
  const commit = (): void => {
    db.run('INSERT INTO settings (name, value) VALUES (?, ?)', `n${String(n++)}`, '1')
  }
  return { path, db, clock, log, folder, backups, commit }
}

test('a copy is made every quarter of an hour in which something was committed, and no other', async () => {
  const { clock, backups, commit, folder } = openBackedUp()
  const made: number[] = []
  for (const writes of [true, true, false, false, true]) {
    if (writes) commit()
    await clock.advance(quarterMs)
    backups.catchUp()
    await backups.make()
    made.push(listBackups(folder).length)
  }
  expect(made).toEqual([1, 2, 2, 2, 3])
  expect(backups.status).toEqual({ lastAt: new Date(clock.now()).toISOString(), failing: false })
})

test('a copy is whole while others write, and nothing else is left beside it', async () => {
  const { db, backups, folder } = openBackedUp()
  const insert = 'INSERT INTO settings (name, value) VALUES (?, ?)'
  db.transact(() => {
    for (let n = 0; n < 3_000; n++) db.run(insert, `first ${String(n)}`, 'x'.repeat(2_000))
  })
  const making = backups.make()
  let turns = 0
  const writing = { isMade: false }
  void making.then(() => (writing.isMade = true))
  while (!writing.isMade) {
    // Two that belong together, never one without the other.
    db.transact(() => {
      db.run(insert, `pair ${String(turns)} a`, '1')
      db.run(insert, `pair ${String(turns)} b`, '1')
    })
    turns += 1
    await new Promise((next) => setImmediate(next))
  }
  expect(turns).toBeGreaterThan(1)
  expect(readdirSync(folder)).toHaveLength(1)
  const [kept] = listBackups(folder)
  expect(statSync(kept?.path ?? '').mode & 0o777).toBe(0o600)
  const copy = new DatabaseSync(kept?.path ?? '')
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const count = (like: string): number =>
    Number(copy.prepare('SELECT count(*) AS n FROM settings WHERE name LIKE ?').get(like)?.['n'])
  expect(count('first %')).toBe(3_000)
  expect(count('pair % a')).toBe(count('pair % b'))
  copy.close()
})

test('a copy that is not what was written is not kept, is told, and is tried again', async () => {
  const { db, backups, folder, commit, log, clock } = openBackedUp()
  commit()
  await backups.make()
  const entry = createOutboxRows(db, log)
  entry.keep({
    id: 'tap',
    kind: 'preparation-ready',
    subject: 'order',
    payload: {},
    state: 'queued',
    createdAt: '2026-11-20T15:30:00.000Z',
    dueAt: '2026-11-20T15:30:08.000Z',
    waitMs: 8_000,
    attempts: 0,
    repeats: 0,
    firstSentAt: null,
    words: null,
  })
  db.run(`UPDATE outbox SET subject = 'another'`)
  const lastAt = backups.status.lastAt
  await backups.make()
  expect(backups.status).toEqual({ lastAt, failing: true })
  expect(listBackups(folder)).toHaveLength(1)
  expect(log.text()).toContain('backup not made')
  db.run(`UPDATE outbox SET subject = 'order'`)
  await clock.advance(quarterMs)
  await backups.make()
  expect(backups.status.failing).toBe(false)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a folder that takes no copy harms nobody', async () => {
  const { db, path, backups, commit } = openBackedUp()
  writeFileSync(join(dirname(path), 'backups'), 'a file in the place of the folder')
  commit()
  await backups.make()
  expect(backups.status).toEqual({ lastAt: null, failing: true })
  commit()
  rmSync(join(dirname(path), 'backups'))
  await backups.make()
  expect(backups.status.failing).toBe(false)
  expect(db.commits).toBe(2)
})

test('once people asked to be forgotten, no copy knows them, also none that is under way', async () => {
  const { backups, commit, folder } = openBackedUp()
  commit()
  await backups.make()
  commit()
  const making = backups.make()
  while (!readdirSync(folder).some((name) => name.endsWith('.new')))
    await new Promise((next) => setImmediate(next))
  backups.forget()
  await making
  expect(listBackups(folder)).toEqual([])
  await backups.make()
  expect(listBackups(folder)).toHaveLength(1)
})

test('four are kept, and the last of each of seven days', () => {
  const dayMs = 24 * 3_600_000
  const start = Date.parse('2026-11-20T00:00:00.000Z')
  // Ten days, three a day, by their commits; on the last but one the clock was a month ahead.
  const all = Array.from({ length: 30 }, (_, nth) => {
    const now = start + Math.floor(nth / 3) * dayMs + (nth % 3) * 3_600_000
    return { name: backupName(nth, now + (nth === 28 ? 30 * dayMs : 0)), nth }
  })
  const folder = temporaryFolder()
  for (const { name } of all) writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'notes.txt'), '')
  const backups = listBackups(folder)
  expect(backups.map(({ commits }) => commits)).toEqual(all.map(({ nth }) => nth).toReversed())
  const gone = new Set(superfluous(backups).map(({ commits }) => commits))
  const kept = backups.map(({ commits }) => commits).filter((nth) => !gone.has(nth))
  expect(kept).toEqual([29, 28, 27, 26, 23, 20, 17, 14])
})

test('what was left of an interrupted copy is no backup', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, `${backupName(7, 0)}.new`), 'half')
  expect(listBackups(folder)).toEqual([])
  expect(existsSync(folder)).toBe(true)
})

test('a row can be judged without its noun: each hash is over the columns as the table has them', () => {
  const db = openDatabase(oldStore(temporaryFolder()))
  onTestFinished(() => db.close())
  const entries = db.all(`SELECT * FROM outbox WHERE version > 1`)
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.filter((row) => !isSealed(row))).toEqual([])
})
