import { renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { BackupStatus } from '#contract/status.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { makePrivateFolder } from './files.ts'
import { backupName, listBackups, superfluous } from './kept-backups.ts'
import type { Database } from './open.ts'
import { isSealed } from './seal.ts'

const everyMs = 15 * 60_000
/** After a start, until a first one is due where the last is not of this very commit. */
const firstMs = 60_000

interface BackupsDeps {
  db: Database
  /** The file itself, and where its copies go. */
  path: string
  folder: string
  clock: Clock
  log: Log
  /** One was made, or could not be. */
  onStatus(): void
}

/** Copies of the database beside it, so that a damaged one does not take a shop's evening along. */
export interface Backups {
  readonly status: BackupStatus
  /** Makes one where it is time and something was committed since the last. */
  catchUp(): void
  /** Makes one where something was committed since the last; resolves whatever comes of it. */
  make(): Promise<void>
  /** Deletes all that were made so far, and the next one is due at once: people asked to be forgotten. */
  forget(): void
}

/** Reads a whole database for its structure, in a thread of its own: it may be large. As text, so that it needs no file of its own. */
const checking = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(new URL(workerData), { readOnly: true })
parentPort.postMessage(String(db.prepare('PRAGMA quick_check').get().quick_check))
db.close()
`

/** Of a file that nobody changes: without a write-ahead log, which would stay beside it. */
const unchanging = (path: string): URL => new URL(`${pathToFileURL(path).href}?immutable=1`)

function checked(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(checking, { eval: true, workerData: unchanging(path).href })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('not checked')))
  })
}

/** Throws where a copy cannot be read as a whole, or what is still to be sent is not what was written. */
async function verify(path: string): Promise<void> {
  const health = await checked(path)
  if (health !== 'ok') throw new Error(health)
  const db = new DatabaseSync(unchanging(path), { readOnly: true })
  try {
    const waiting = `SELECT * FROM outbox WHERE state NOT IN ('done', 'withdrawn', 'dropped', 'settled')`
    for (const row of db.prepare(waiting).iterate())
      if (!isSealed(row)) throw new Error('an entry of the outbox is not what was written')
  } finally {
    db.close()
  }
}

/** Nothing is tried that would take the last room from what is to be kept: a copy needs as much as the file has. */
function hasRoom(folder: string, path: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * statSync(path).size
}

export function createBackups({ db, path, folder, clock, log, onStatus }: BackupsDeps): Backups {
  const [newest] = listBackups(folder)
  let made = newest?.commits ?? null
  let status: BackupStatus = { lastAt: newest?.at ?? null, failing: false }
  let dueAt = clock.monotonic() + firstMs
  let last = Promise.resolve()
  /** How often people asked to be forgotten: a copy that was under way then is not kept. */
  let forgotten = 0

  function show(next: BackupStatus): void {
    status = next
    onStatus()
  }

  const isForgotten = (asked: number): boolean => asked !== forgotten

  async function copy(commits: number, now: number): Promise<void> {
    const asked = forgotten
    makePrivateFolder(folder)
    if (!hasRoom(folder, path)) throw new Error('no room')
    const name = backupName(commits, now)
    const fresh = join(folder, `${name}.new`)
    try {
      writeFileSync(fresh, '', { mode: 0o600 })
      await db.copyTo(fresh)
      await verify(fresh)
      if (!isForgotten(asked)) renameSync(fresh, join(folder, name))
    } finally {
      for (const end of ['', '-journal', '-wal', '-shm']) rmSync(fresh + end, { force: true })
    }
    for (const each of superfluous(listBackups(folder))) rmSync(each.path, { force: true })
  }

  async function attempt(): Promise<void> {
    const { commits } = db
    const now = clock.now()
    try {
      const asked = forgotten
      await copy(commits, now)
      if (isForgotten(asked)) return
      made = commits
      show({ lastAt: new Date(now).toISOString(), failing: false })
    } catch (cause) {
      log.warn('backup not made', { cause: String(cause) })
      show({ ...status, failing: true })
    }
  }

  /** One after the other: two that are asked for at once would write the same file. */
  function make(): Promise<void> {
    last = last.then(() => (db.commits === made ? undefined : attempt()))
    return last
  }

  return {
    get status() {
      return status
    },
    catchUp() {
      if (clock.monotonic() < dueAt) return
      dueAt = clock.monotonic() + everyMs
      void make()
    },
    make,
    forget() {
      forgotten += 1
      for (const each of listBackups(folder)) rmSync(each.path, { force: true })
      made = null
      dueAt = clock.monotonic()
      status = { ...status, lastAt: null }
    },
  }
}
