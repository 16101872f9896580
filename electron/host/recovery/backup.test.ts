import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { oldStore } from '#test/support/old-store.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { createOutboxRows } from '../outbox/rows.ts'
import { createBackups } from './backup.ts'
import { mostFrames } from '../db/database.ts'
import { applyChanges } from './changes.ts'
import { runAtOnce } from './steps.ts'
import {
  allFiles,
  backupName,
  backupsOf,
  bytesOf,
  listBackups,
  listChains,
} from './stored-backups.ts'
import { noJournal } from '../db/journal.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { commitsOf } from './salvage.ts'
import { isSealed } from '../db/seal.ts'

const quarterMs = 15 * 60_000

function openBackedUp() {
  const path = newDatabase()
  const db = openDatabase(path)
  onTestFinished(() => db.close())
  const clock = new FakeClock()
  const log = createRecordingLog()
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
    // The two rows must be copied together. Few enough commits, so that the copy doesn't give way.
    if (turns < 200)
      db.transact(() => {
        db.run(insert, `pair ${String(turns)} a`, '1')
        db.run(insert, `pair ${String(turns)} b`, '1')
      })
    turns += 1
    await new Promise((next) => setImmediate(next))
  }
  expect(turns).toBeGreaterThan(1)
  const [chain] = listChains(folder)
  const files = [chain?.full.path ?? '', ...(chain?.changes ?? []).map(({ path }) => path)]
  expect(readdirSync(folder)).toHaveLength(files.length)
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
  // The copy doesn't use the writing connection, which would include its later commits.
  expect(commitsOf(chain?.full.path ?? '')).toBe(chain?.full.commits)
  expect(chain?.full.commits).toBeLessThan(db.commits)
  expect(chain?.changes.at(-1)?.commits).toBeGreaterThan(1)
  const copy = new DatabaseSync(chain?.full.path ?? '')
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const count = (like: string): number =>
    Number(copy.prepare('SELECT count(*) AS n FROM settings WHERE name LIKE ?').get(like)?.['n'])
  expect(count('first %')).toBe(3_000)
  expect(count('pair % a')).toBe(count('pair % b'))
  copy.close()
})

test('a whole copy gives way to a flood, without a word, and is made by the next beat', async () => {
  const { db, backups, folder, log, clock } = openBackedUp()
  // More than one step of a copy.
  db.run('INSERT INTO settings (name, value) VALUES (?, ?)', 'large', 'x'.repeat(9_000_000))
  const making = backups.make()
  while (!existsSync(folder) || allFiles(folder).length === 0)
    await new Promise((next) => setImmediate(next))
  while (db.logFrames() < mostFrames)
    db.run(`UPDATE settings SET value = value || '.' WHERE name = 'large'`)
  await making
  expect(readdirSync(folder)).toEqual([])
  expect(backups.status).toEqual({ lastAt: null, failing: false })
  expect(log.text()).toBe('')
  await clock.advance(10_000)
  backups.catchUp()
  await backups.make()
  expect(listBackups(folder)).toHaveLength(1)
})

test('a copy that differs from what was written is deleted, reported and tried again', async () => {
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
    lane: null,
    reason: null,
    message: null,
    needsDecision: false,
    since: '2026-11-20T15:30:00.000Z',
    undoUntil: null,
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
  expect(listBackups(folder)).toHaveLength(2)
})

test('a folder that rejects a copy has no other effect', async () => {
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

test('after guests are forgotten, no backup contains them, not even one in progress', async () => {
  const { backups, commit, folder } = openBackedUp()
  commit()
  await backups.make()
  commit()
  const making = backups.make()
  while (!readdirSync(folder).some((name) => name.endsWith('.new')))
    await new Promise((next) => setImmediate(next))
  backups.forget()
  await making
  expect(readdirSync(folder)).toEqual([])
  await backups.make()
  expect(listBackups(folder)).toHaveLength(1)
})

/** The content of a database restored from a whole copy and its changes. */
function restored(folder: string, many = Number.MAX_SAFE_INTEGER) {
  const [chain] = listChains(folder)
  const at = newDatabase('restored.sqlite')
  copyFileSync(chain?.full.path ?? '', at)
  const paths = (chain?.changes ?? []).map(({ path }) => path).slice(0, many)
  const taken = runAtOnce(applyChanges(at, paths))
  const db = openDatabase(at)
  onTestFinished(() => db.close())
  expect(db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  const names = db.all('SELECT name FROM settings ORDER BY rowid').map(({ name }) => String(name))
  return { taken, paths, names }
}

/** Fills the file so that it is larger than its changes. */
function fill(db: Database): void {
  db.transact(() => {
    for (let n = 0; n < 1_000; n++)
      db.run(
        'INSERT INTO settings (name, value) VALUES (?, ?)',
        `first ${String(n)}`,
        randomBytes(1_000).toString('hex'),
      )
  })
}

test('after a whole copy only the pages that changed are written, and every point can be had back', async () => {
  const { db, path, backups, commit, folder } = openBackedUp()
  fill(db)
  await backups.make()
  const whole = bytesOf(allFiles(folder))
  for (let nth = 0; nth < 8; nth++) {
    commit()
    await backups.make()
  }
  expect(listChains(folder)).toHaveLength(1)
  expect(bytesOf(allFiles(folder)) - whole).toBeLessThan(statSync(path).size / 10)
  const { names, paths } = restored(folder)
  expect(names.slice(1_000)).toEqual(Array.from({ length: 8 }, (_, nth) => `n${String(nth)}`))
  for (let many = 1; many < paths.length; many++)
    expect(restored(folder, many).names).toHaveLength(999 + many)
})

test('changes that are missing, cut, or others end what can be had back, and nothing after them counts', async () => {
  const spoilt: [string, (path: string, other: string) => void][] = [
    ['missing', (path) => rmSync(path)],
    ['cut', (path) => truncateSync(path, statSync(path).size - 1)],
    ['empty', (path) => truncateSync(path, 0)],
    ['of another place', (path, other) => copyFileSync(other, path)],
    ...[5, 100, 700].map((at): [string, (path: string) => void] => [
      `flipped at ${String(at)}`,
      (path) => {
        const bytes = readFileSync(path)
        bytes[at] = (bytes[at] ?? 0) ^ 4
        writeFileSync(path, bytes)
      },
    ]),
  ]
  for (const [name, spoil] of spoilt) {
    const { db, backups, commit, folder } = openBackedUp()
    fill(db)
    await backups.make()
    for (let nth = 0; nth < 4; nth++) {
      commit()
      await backups.make()
    }
    const { paths } = restored(folder)
    spoil(paths[3] ?? '', paths[2] ?? '')
    const after = restored(folder)
    expect([name, after.taken]).toEqual([name, 3])
    expect(after.names).toHaveLength(1_002)
  }
})

test('changes go on after a crash and after a calm end, without another whole copy', async () => {
  const { db, path, backups, commit, folder, clock, log } = openBackedUp()
  fill(db)
  await backups.make()
  commit()
  await backups.make()
  commit()
  // The file and its log, copied between two writes, as a kill leaves them.
  const crashed = newDatabase()
  for (const end of ['', '-wal']) copyFileSync(path + end, crashed + end)
  const again = openDatabase(crashed, { journal: noJournal })
  const open = (of: Database) =>
    createBackups({ db: of, path: crashed, folder, clock, log, onStatus: () => undefined })
  again.run(`INSERT INTO settings (name, value) VALUES ('after the crash', '1')`)
  await open(again).make()
  expect(restored(folder).names.slice(1_000)).toEqual(['n0', 'n1', 'after the crash'])
  again.close()
  const calm = openDatabase(crashed, { journal: noJournal })
  const backedUp = open(calm)
  calm.run(`INSERT INTO settings (name, value) VALUES ('after the end', '1')`)
  await backedUp.make()
  calm.close()
  expect(restored(folder).names.slice(-2)).toEqual(['after the crash', 'after the end'])
  expect(listChains(folder)).toHaveLength(1)
})

test('what is committed while a chain of changes begins is in the next changes, without another whole copy', async () => {
  const { db, backups, commit, folder } = openBackedUp()
  fill(db)
  const making = backups.make()
  const isOver = making.then(() => true)
  const nextTurn = () => new Promise<false>((next) => setImmediate(() => next(false)))
  const begins = () =>
    existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.changes.new'))
  while (!begins() && !(await Promise.race([isOver, nextTurn()])));
  commit()
  await making
  commit()
  await backups.make()
  expect(listChains(folder)).toHaveLength(1)
  expect(restored(folder).names.slice(1_000)).toEqual(['n0', 'n1'])
})

test('a log that was emptied by others has a whole copy made, and nothing is mixed', async () => {
  const { db, backups, commit, folder } = openBackedUp()
  fill(db)
  await backups.make()
  commit()
  db.checkpoint()
  commit()
  db.checkpoint()
  commit()
  await backups.make()
  expect(listChains(folder)).toHaveLength(2)
  expect(restored(folder).names.slice(1_000)).toEqual(['n0', 'n1', 'n2'])
})

test('a log that grows is copied and emptied before its time', async () => {
  const { db, path, backups, folder } = openBackedUp()
  fill(db)
  await backups.make()
  const before = listBackups(folder).length
  // Much of the size at which SQLite itself would empty the log.
  for (let nth = 0; db.logFrames() < 1_000 && nth < 5_000; nth++)
    db.run(
      'UPDATE settings SET value = ? WHERE name = ?',
      String(nth).repeat(300),
      `first ${String(nth % 1_000)}`,
    )
  backups.catchUp()
  await backups.make()
  expect(listBackups(folder).length).toBe(before + 1)
  db.run(`INSERT INTO settings (name, value) VALUES ('last', '1')`)
  expect(db.logFrames()).toBeLessThan(100)
  await backups.make()
  expect(restored(folder).names.at(-1)).toBe('last')
  expect(statSync(path).size).toBeGreaterThan(0)
})

test('copies have at most three times the bytes of the file, and are whole ones now and then', async () => {
  const { db, path, backups, folder, clock } = openBackedUp()
  fill(db)
  let written = 0
  const seen = new Set<string>()
  for (let nth = 0; nth < 60; nth++) {
    for (let row = 0; row < 10; row++)
      db.run(
        'UPDATE settings SET value = ? WHERE name = ?',
        randomBytes(1_000).toString('hex'),
        `first ${String((nth * 10 + row) % 1_000)}`,
      )
    await clock.advance(quarterMs)
    await backups.make()
    expect(bytesOf(allFiles(folder))).toBeLessThan(3 * statSync(path).size)
    for (const file of allFiles(folder)) {
      if (!seen.has(file)) written += bytesOf([file])
      seen.add(file)
    }
  }
  expect(listChains(folder)).toHaveLength(2)
  // 60 times 10 rows of 2 KB.
  expect(written).toBeLessThan(10 * 60 * 10 * 2_000)
  expect(restored(folder).names).toHaveLength(1_000)
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

test('a copy that is dated ahead of the clock is followed by a whole one once the clock is right', async () => {
  const { db, clock, backups, commit, folder } = openBackedUp()
  fill(db)
  clock.jump(4_000 * 24 * 3_600_000)
  await backups.make()
  clock.jump(-4_000 * 24 * 3_600_000)
  commit()
  await backups.make()
  const [newest] = listChains(folder)
  expect(newest?.full.at.slice(0, 10)).toBe(new Date(clock.now()).toISOString().slice(0, 10))
  expect(listChains(folder)).toHaveLength(2)
})
