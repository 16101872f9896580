import { renameSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { DamagedDatabase, isDamage } from './damage.ts'
import { immutableUrl, makeFolder, removeDatabase, writeNewFile } from './files.ts'
import { backupName, listBackups, unfinished, type StoredBackup } from './stored-backups.ts'

/**
 * Copies a database that another connection may use, and flushes the copy. As text, so that the
 * built app needs no extra file.
 */
const copying = `
const { closeSync, fsyncSync, openSync } = require('node:fs')
const { DatabaseSync } = require('node:sqlite')
const { from, to } = require('node:worker_threads').workerData
const db = new DatabaseSync(from, { readOnly: true })
db.exec('PRAGMA busy_timeout = 5000')
db.prepare('VACUUM INTO ?').run(to)
db.close()
const copy = openSync(to, 'r+')
fsyncSync(copy)
closeSync(copy)
`

const checking = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(new URL(workerData.file), { readOnly: true })
parentPort.postMessage(db.prepare('PRAGMA quick_check(1)').get().quick_check)
db.close()
`

/** Runs a program in a thread of its own. Resolves to its message; rejects with its error. */
function runInThread(program: string, workerData: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData })
    let answer: unknown = null
    worker.on('message', (message: unknown) => (answer = message))
    worker.once('error', reject)
    worker.once('exit', () => resolve(answer))
  })
}

/**
 * Throws `DamagedDatabase` if SQLite finds a fault in any page of a file that nobody changes. It is
 * read in another thread.
 */
export async function checkSeparately(path: string): Promise<void> {
  let fault: unknown
  try {
    fault = await runInThread(checking, { file: immutableUrl(path).href })
  } catch (cause) {
    throw new DamagedDatabase(path, { cause })
  }
  if (fault !== 'ok') throw new DamagedDatabase(String(fault))
}

/** What SQLite finds wrong in a file that is in use; null if nothing is, or nobody can say. */
export async function faultInUse(path: string): Promise<string | null> {
  try {
    const found = await runInThread(checking, { file: pathToFileURL(path).href })
    return found === 'ok' ? null : String(found)
  } catch (cause) {
    return isDamage(cause) ? cause.message : null
  }
}

/**
 * A copy needs as much space as the file. No copy is made if it would take the last space that the
 * file needs.
 */
export function hasRoom(folder: string, path: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 * statSync(path).size
}

/** Copies a database, which this or another program may have open, to a new file, and checks it. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  // A private file: SQLite would give the copy the mode that the system gives new files.
  writeNewFile(to, '')
  await runInThread(copying, { from, to })
  await checkSeparately(to)
}

/** Makes the next backup of a database in a folder. It gets its name once it is whole and checked. */
export async function makeBackup(path: string, folder: string, now: number): Promise<StoredBackup> {
  // Not every disk for backups has file modes.
  makeFolder(folder)
  if (!hasRoom(folder, path)) throw new Error('no room')
  const number = (listBackups(folder)[0]?.number ?? 0) + 1
  const name = join(folder, backupName(number, now))
  const fresh = unfinished(name)
  try {
    await copyDatabase(path, fresh)
    renameSync(fresh, name)
    return { path: name, number, at: `${new Date(now).toISOString().slice(0, 19)}.000Z` }
  } finally {
    removeDatabase(fresh)
  }
}
