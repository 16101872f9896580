import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isStoreFolder } from './store-folder.ts'

/** Suffixes of the files that SQLite keeps next to a database. */
const suffixes = ['-wal', '-shm', '-journal'] as const

/**
 * Moves a database and its side files. The database moves last, because its presence is what
 * counts. If one can't be moved, those before it go back: without its log, a database is older.
 */
export function moveDatabase(from: string, to: string): void {
  const moved: string[] = []
  try {
    for (const end of [...suffixes, '']) {
      if (!existsSync(from + end)) continue
      renameSync(from + end, to + end)
      moved.push(end)
    }
  } catch (cause) {
    for (const end of moved) renameSync(to + end, from + end)
    throw cause
  }
}

export function removeDatabase(path: string): void {
  for (const end of ['', ...suffixes]) rmSync(path + end, { force: true })
}

/** A URL for a file that doesn't change: the connection takes no lock and creates no log. */
export const immutableUrl = (path: string): URL =>
  new URL(`${pathToFileURL(path).href}?immutable=1`)

/** For reading a file that no program has open, so that nothing stays next to it that wasn't there. */
export const closedUrl = (path: string): URL =>
  existsSync(`${path}-wal`) ? pathToFileURL(path) : immutableUrl(path)

/** Where a link leads is not ours: no mode there changes, and nothing there is emptied. */
export const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/**
 * Makes a folder and those above it. Node's own way never ends where a system takes no folder and
 * says that the one above is missing, as `/proc` does.
 */
export function makeFolder(path: string): void {
  const above = dirname(path)
  if (above !== path && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw cause
  }
}

/**
 * Makes a folder that only the program's account can open. Windows has no file modes; permissions
 * come from the parent folder.
 */
export function makePrivateFolder(path: string): void {
  makeFolder(path)
  if (!isLink(path)) chmodSync(path, 0o700)
}

/**
 * Writes a new file that only the program's account can read. What had the name is deleted first, so
 * that a link with it leads nowhere.
 */
export function writeNewFile(path: string, text: string, { flush = false } = {}): void {
  rmSync(path, { recursive: true, force: true })
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush })
}

/**
 * Replaces a private file completely or not at all, also in a power cut. A damaged one is put aside:
 * somebody may look for what was in it.
 */
export function replaceFile(path: string, text: string, { isDamaged = false } = {}): void {
  // First, so that a full disk leaves everything as it is.
  writeNewFile(`${path}.new`, text, { flush: true })
  if (isDamaged) {
    rmSync(`${path}.damaged`, { recursive: true, force: true })
    renameSync(path, `${path}.damaged`)
  }
  renameSync(`${path}.new`, path)
}

/** Makes a file private. A file of another account, and what a link leads to, stay as they are. */
export function closeFile(path: string): void {
  try {
    if (!isLink(path)) chmodSync(path, 0o600)
  } catch {
    // The owner of the file decides.
  }
}

/** Names of our own files and folders in the data folder. Electron keeps its own next to them. */
const ourFiles = /\.(?:json|bin|key|token|log|csv|new)$/u
const isOurFolder = (name: string): boolean =>
  name === 'exports' || name === 'logs' || isStoreFolder(name)

type OnFailed = (name: string, cause: unknown) => void

/**
 * Makes the data folder private, including files that an older version left readable. Links in it
 * are not followed. Calls `failed` for what can't be changed, such as a folder of another account.
 */
export function closeToOthers(dataDir: string, failed: OnFailed): void {
  closeFolder(dataDir, { areAllOurs: false, failed })
}

function closeFolder(
  path: string,
  { areAllOurs, failed }: { areAllOurs: boolean; failed: OnFailed },
): void {
  changeMode(path, 0o700, failed)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const { name } = entry
    const place = join(path, name)
    if (entry.isFile() && (areAllOurs || ourFiles.test(name))) changeMode(place, 0o600, failed)
    else if (entry.isDirectory() && (areAllOurs || isOurFolder(name)))
      closeFolder(place, { areAllOurs: true, failed })
  }
}

function changeMode(path: string, mode: number, failed: OnFailed): void {
  try {
    chmodSync(path, mode)
  } catch (cause) {
    failed(path, cause)
  }
}
