import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What SQLite and the journal (journal.ts) keep beside a database, by the ends of their names. */
const besides = ['-wal', '-shm', '-journal', '-last'] as const

/** Moves a database with all that is kept beside it; the file itself last, since it is what counts as there. */
export function moveDatabase(from: string, to: string): void {
  for (const end of [...besides, '']) if (existsSync(from + end)) renameSync(from + end, to + end)
}

/** Deletes a database with all that is kept beside it. */
export function removeDatabase(path: string): void {
  for (const end of ['', ...besides]) rmSync(path + end, { force: true })
}

/** Makes a folder that nobody but the account of the program may look into. Windows has no such modes: it goes by the folder above. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}

/** A file that nobody else may read; one of another account stays as it is. */
export function closeFile(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch {
    // Whoever owns it decides.
  }
}

/** Our own names in the data folder, and in the folders in it. The shells keep files of theirs beside them. */
const ours = /\.(?:sqlite(?:-\w+)?|json|bin|key|token|log|csv|new)$/u
const ourFolders = ['backups', 'quarantine', 'exports', 'logs']

/**
 * Closes the data folder to other accounts of the machine, and what an older version left readable in it. What cannot
 * be closed (a folder of somebody else) is told to `failed`, and stays.
 */
export function closeToOthers(
  dataDir: string,
  failed: (name: string, cause: unknown) => void,
): void {
  function close(path: string, mode: number): void {
    try {
      chmodSync(path, mode)
    } catch (cause) {
      failed(path, cause)
    }
  }
  function closeFolder(path: string, isOurs: (name: string) => boolean): void {
    close(path, 0o700)
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isFile() && isOurs(entry.name)) close(join(path, entry.name), 0o600)
      else if (entry.isDirectory() && path !== dataDir) closeFolder(join(path, entry.name), isOurs)
  }
  closeFolder(dataDir, (name) => ours.test(name))
  for (const folder of ourFolders)
    if (existsSync(join(dataDir, folder))) closeFolder(join(dataDir, folder), () => true)
}
