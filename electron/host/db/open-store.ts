import { closeSync, copyFileSync, existsSync, openSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Damage } from '#contract/status/status.ts'
import type { Log } from '../core/log.ts'
import { closeFile, makeFolder, removeDatabase } from './files.ts'
import { storedLoss } from './loss.ts'
import { DamagedDatabase, NewerDatabase, openDatabase, type Database } from './open.ts'
import type { DeclaredTable } from './table.ts'
import { createValues } from './values.ts'
import { replaceDatabase } from './replace.ts'
import { backupsOf } from './store-folder.ts'
import { listBackups } from './stored-backups.ts'

interface OpenStore {
  tables: readonly DeclaredTable[]
  /** The file should exist. Default false. */
  isExpected?: boolean
  /** A statement found damage: the indexes are compared with their tables too. Default false. */
  isSuspect?: boolean
}

/** Throws the system's error if the place is a folder, or a file that may not be written. */
function tryToWrite(path: string): void {
  if (existsSync(path)) closeSync(openSync(path, 'r+'))
}

/** Whether a database has disappeared. SQLite accepts an empty file as a healthy database. */
function isGone(path: string, isExpected: boolean): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there !== undefined) return there.size === 0
  return isExpected || existsSync(`${path}-wal`) || listBackups(backupsOf(path)).length > 0
}

/** Opens the file, or says what is wrong with it. */
function openSound(
  path: string,
  { tables, isExpected = false, isSuspect = false }: OpenStore,
  log: Log,
): Database | Damage['kind'] {
  tryToWrite(path)
  if (isGone(path, isExpected)) return 'missing'
  try {
    return openDatabase(path, { tables, isSuspect })
  } catch (cause) {
    if (cause instanceof NewerDatabase) return 'newer'
    if (!(cause instanceof DamagedDatabase)) throw cause
    log.error('database not usable', {
      cause: cause.cause instanceof Error ? cause.cause.message : cause.message,
    })
    return 'damaged'
  }
}

/** Copies the newest usable backup to `next`, or makes an empty database there; returns its date. */
function putNewest(path: string, next: string, log: Log): string | null {
  removeDatabase(next)
  for (const { path: backup, at } of listBackups(backupsOf(path)))
    try {
      copyFileSync(backup, next)
      closeFile(next)
      openDatabase(next, { isBackup: true }).close()
      return at
    } catch (cause) {
      log.error('backup not usable', { name: basename(backup), cause: String(cause) })
      removeDatabase(next)
    }
  openDatabase(next).close()
  return null
}

/**
 * Opens a store's file. If it is damaged, empty, missing or of a newer version, it is set aside and
 * the newest good backup takes its place, or an empty database without one. The replacement is made
 * next to the file, which is moved only when the replacement is complete: after a crash in between
 * the next start does it again. Throws SQLite's error if the file can't be used at all.
 */
export function openStore(
  path: string,
  now: number,
  log: Log,
  options: OpenStore,
): { db: Database; damage: Damage | null } {
  makeFolder(dirname(path))
  const opened = openSound(path, options, log)
  if (typeof opened !== 'string') {
    // Null, unless an earlier start replaced the file and didn't finish handling it.
    const damage = storedLoss(createValues(opened, log)).read()?.damage ?? null
    return { db: opened, damage }
  }
  const next = `${path}-next`
  const restoredFrom = putNewest(path, next, log)
  const damage = replaceDatabase(next, path, { kind: opened, restoredFrom }, now, log)
  log.error('database replaced', { ...damage })
  return { db: openDatabase(path, { tables: options.tables }), damage }
}
