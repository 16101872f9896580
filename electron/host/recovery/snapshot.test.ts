import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openTestStore } from '#test/support/kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase } from '../db/open.ts'
import { immutableUrl } from '../db/separate-thread.ts'
import { tables } from '../nouns.ts'
import { checkBackups } from './restore-backup.ts'
import { takeSnapshot } from './snapshot.ts'
import { listBackups } from './stored-backups.ts'

const countOf = (path: string): unknown => {
  const db = new DatabaseSync(immutableUrl(path), { readOnly: true })
  const row = db.prepare(`SELECT count(*) AS n FROM settings WHERE name LIKE 'n-%'`).get()
  db.close()
  return row?.['n']
}

const insert = `INSERT INTO settings (name, value) VALUES (?, '1')`

test('copies an open database with what is only in its log, and writes nothing next to it', async () => {
  const path = join(temporaryFolder(), 'store-1.sqlite')
  const folder = join(temporaryFolder(), 'store-1.sqlite')
  const db = openDatabase(path, { tables })
  for (let nth = 0; nth < 3; nth++) db.run(insert, `n-${String(nth)}`)
  expect(db.waitingFrames()).toBeGreaterThan(0)
  const before = readdirSync(dirname(path)).map((name) => [
    name,
    readFileSync(join(dirname(path), name)),
  ])
  const made = await takeSnapshot(path, folder, Date.parse('2026-11-25T12:30:15.500Z'))
  expect(
    readdirSync(dirname(path)).map((name) => [name, readFileSync(join(dirname(path), name))]),
  ).toEqual(before)
  expect(made).toEqual(listBackups(folder)[0])
  expect(made).toMatchObject({ commits: db.commits, at: '2026-11-25T12:30:15.000Z' })
  expect(readdirSync(folder)).toHaveLength(1)
  expect(statSync(made.path).mode & 0o077).toBe(0)
  expect(countOf(made.path)).toBe(3)
  expect((await checkBackups(folder)).map(({ isSound }) => isSound)).toEqual([true])
  db.close()
})

/** Writes two rows in each commit and empties the log now and then, until it is told to stop. */
const writer = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(workerData.path)
db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
const insert = db.prepare("INSERT INTO settings (name, value) VALUES (?, '1')")
let written = 0
parentPort.once('message', () => {
  clearInterval(timer)
  db.close()
  parentPort.postMessage(written)
  parentPort.close()
})
const timer = setInterval(() => {
  for (let nth = 0; nth < 4; nth++) {
    db.exec('BEGIN')
    insert.run('n-a-' + written)
    insert.run('n-z-' + written + 'z'.repeat(9_000))
    db.exec('COMMIT')
    written += 1
  }
  if (written % 200 === 0) db.exec('PRAGMA wal_checkpoint(PASSIVE)')
}, 5)
`

test('every copy that is taken while another thread commits and empties its log is one whole state', async () => {
  const path = join(temporaryFolder(), 'store-1.sqlite')
  openDatabase(path, { tables }).close()
  const worker = new Worker(writer, { eval: true, workerData: { path } })
  const counts: number[] = []
  for (const _nth of Array.from({ length: 12 })) {
    const made = await takeSnapshot(path, join(temporaryFolder(), 'copies'), Date.now())
    counts.push(Number(countOf(made.path)))
  }
  worker.postMessage('stop')
  const [written] = (await once(worker, 'message')) as [number]
  expect(counts.map((count) => count % 2)).toEqual(counts.map(() => 0))
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? 0)
  expect(written * 2).toBeGreaterThanOrEqual(counts.at(-1) ?? 0)
})

test('a damaged file gets no copy', async () => {
  const path = join(temporaryFolder(), 'store-1.sqlite')
  const folder = temporaryFolder()
  writeFileSync(path, 'garbage, and no database')
  await expect(takeSnapshot(path, folder, Date.now())).rejects.toThrow(/database/)
  expect(readdirSync(folder)).toEqual([])
})

test('a store whose backup was taken from outside makes a whole copy next, and goes on', async () => {
  const store = await openTestStore({ backups: true })
  await store.host.close()
  const folder = join(dirname(store.file), 'backups', 'store.sqlite')
  const made = await takeSnapshot(store.file, folder, Date.now())
  await store.restart()
  await store.call('settings.change', { undoSeconds: 13 })
  await store.host.close()
  const [newest] = await checkBackups(folder)
  expect(newest?.commits).toBeGreaterThan(made.commits)
  expect((await checkBackups(folder)).every(({ isSound }) => isSound)).toBe(true)
})
