import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openTestStore } from '#test/support/kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'
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
  expect((await checkBackups(folder)).map(({ state }) => state)).toEqual(['sound'])
  db.close()
})

/** The writer replaces the oldest of so many pairs of rows, so that the file does not grow. */
const pairs = 200

/**
 * Writes two rows in each commit, and starts its log again from time to time, until a message
 * comes. A log has at most 2,000 commits: on a slow machine, writing must not fill the disk.
 */
const writer = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(workerData.path)
db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
const insert = db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
let written = 0
let inLog = 0
let emptied = performance.now()
const write = () => {
  const pair = written % workerData.pairs
  db.exec('BEGIN')
  insert.run('n-a-' + pair, String(written))
  insert.run('n-z-' + pair + 'z'.repeat(9_000), String(written))
  db.exec('COMMIT')
  written += 1
  inLog += 1
}
while (written < workerData.pairs) write()
const timer = setInterval(() => {
  for (let nth = 0; nth < 4 && inLog < 2_000; nth++) write()
  if (performance.now() - emptied < workerData.everyMs) return
  db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  inLog = 0
  emptied = performance.now()
}, 1)
parentPort.once('message', () => {
  clearInterval(timer)
  db.close()
  parentPort.postMessage(written)
  parentPort.close()
})
parentPort.postMessage('ready')
`

/** How long a copy of a file takes here, in ms. */
function timeToCopy(path: string): number {
  const began = performance.now()
  copyFileSync(path, join(temporaryFolder(), 'copy'))
  return performance.now() - began
}

test('a copy that is taken while another thread commits and starts its log again is one whole state', async () => {
  const path = join(temporaryFolder(), 'store-1.sqlite')
  const db = openDatabase(path, { tables })
  db.run(
    `INSERT INTO settings (name, value) VALUES ('large', ?)`,
    'x'.repeat(tries(15, 60, 60) * 1_000_000),
  )
  db.close()
  // So that the log starts again within some copies, and not within most.
  const everyMs = 20 + 6 * timeToCopy(path)
  const worker = new Worker(writer, { eval: true, workerData: { path, everyMs, pairs } })
  await once(worker, 'message')
  const last: number[] = []
  for (const _nth of Array.from({ length: tries(8, 20, 20) })) {
    const folder = join(temporaryFolder(), 'copies')
    // A busy machine copies slower than the log starts again; then there is no copy.
    const made = await takeSnapshot(path, folder, Date.now()).catch((cause: unknown) => {
      expect(String(cause)).toContain('changes too fast')
      return null
    })
    if (made === null) continue
    const copy = new DatabaseSync(immutableUrl(made.path), { readOnly: true })
    const values = copy
      .prepare(`SELECT CAST(value AS INTEGER) AS value FROM settings WHERE name LIKE 'n-%'`)
      .all()
      .map(({ value }) => Number(value))
      .toSorted((one, other) => one - other)
    copy.close()
    rmSync(folder, { recursive: true })
    const newest = values.at(-1) ?? 0
    const whole = Array.from({ length: pairs }, (_, nth) => newest - pairs + 1 + nth)
    expect(values).toEqual(whole.flatMap((value) => [value, value]))
    last.push(newest)
  }
  worker.postMessage('stop')
  const [written] = (await once(worker, 'message')) as [number]
  expect(last).toEqual(last.toSorted((one, other) => one - other))
  expect(last.at(-1)).toBeGreaterThan(last[0] ?? 0)
  expect(written).toBeGreaterThan(last.at(-1) ?? 0)
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
  expect((await checkBackups(folder)).every(({ state }) => state === 'sound')).toBe(true)
})
