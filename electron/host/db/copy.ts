import { renameSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileWorker } from '../worker/worker.ts'
import { DamagedDatabase, isDamageCode } from '../core/damage.ts'
import { immutableUrl, makeFolder, removeDatabase, writeNewFile } from './files.ts'
import { backupName, listBackups, unfinished, type StoredBackup } from './stored-backups.ts'

/**
 * Throws `DamagedDatabase` if SQLite finds a fault in any page of a file that nobody changes. It is
 * read in another thread.
 */
export async function checkSeparately(path: string): Promise<void> {
  const fault = await fileWorker.run('checkDatabase', { url: immutableUrl(path).href })
  if (fault === null) return
  throw new DamagedDatabase('fault' in fault ? fault.fault : `${path}: ${fault.error}`)
}

/** What SQLite finds wrong in a file that is in use; null if nothing is, or nobody can say. */
export async function faultInUse(path: string): Promise<string | null> {
  const fault = await fileWorker.run('checkDatabase', { url: pathToFileURL(path).href })
  if (fault === null) return null
  if ('fault' in fault) return fault.fault
  return isDamageCode(fault.errcode) ? fault.error : null
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
  await fileWorker.run('copyDatabase', { from, to })
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
