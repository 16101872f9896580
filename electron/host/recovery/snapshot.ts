import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { closeFile, makeFolder, removeDatabase } from '../db/files.ts'
import { immutableUrl } from '../db/separate-thread.ts'
import { checkCopy } from './check-copy.ts'
import { commitsOf } from './salvage.ts'
import { backupName, type StoredBackup } from './stored-backups.ts'

/** The write-ahead log restarts at most every few minutes. */
const mostTries = 20
const logHeadBytes = 32

/**
 * What changes when the log restarts; without a log, when the file is written. While it is the
 * same, every page that changed in the file is also in the log.
 */
function generationOf(path: string): string {
  const bytes = Buffer.alloc(logHeadBytes)
  let length = 0
  if (existsSync(`${path}-wal`)) {
    const file = openSync(`${path}-wal`, 'r')
    length = readSync(file, bytes)
    closeSync(file)
  }
  return length < logHeadBytes ? String(statSync(path).mtimeMs) : bytes.toString('hex')
}

/** Copies a file and its log, as they were in one moment. */
function copyBoth(path: string, to: string): void {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = generationOf(path)
    // The file first: what is written into it meanwhile is in the log.
    copyFileSync(path, to)
    closeFile(to)
    removeDatabase(`${to}-wal`)
    if (existsSync(`${path}-wal`)) {
      copyFileSync(`${path}-wal`, `${to}-wal`)
      closeFile(`${to}-wal`)
    }
    if (generationOf(path) === before) return
  }
  throw new Error('the database changes too fast to be copied')
}

/**
 * Makes a whole copy of a database that another program may have open, without a lock and without a
 * write in its folder: SQLite's own backup would wait for the program that has it. SQLite makes one
 * state of the file and its log, as after a power cut. The copy is checked before it gets its name.
 */
export async function takeSnapshot(
  path: string,
  folder: string,
  now: number,
): Promise<StoredBackup> {
  // Not every disk for backups has file modes.
  makeFolder(folder)
  const fresh = join(folder, `${backupName(0, now)}.new`)
  try {
    copyBoth(path, fresh)
    const db = new DatabaseSync(fresh)
    try {
      // Nobody else opens it, and a network's disk has no memory to share.
      db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL')
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      db.close()
    }
    await checkCopy(fresh)
    const commits = commitsOf(immutableUrl(fresh))
    const name = join(folder, backupName(commits, now))
    renameSync(fresh, name)
    return { path: name, commits, at: `${new Date(now).toISOString().slice(0, 19)}.000Z` }
  } finally {
    removeDatabase(fresh)
  }
}
