import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Damage } from '#contract/status.ts'
import type { Log } from '../log.ts'
import { createOutboxRows } from '../outbox/rows.ts'
import { raiseEntry } from './migrations/0003-rows.ts'
import { DamagedDatabase, openDatabase, type Database } from './open.ts'

/** Moves a damaged file and its write-ahead log aside; nothing is ever deleted. Answers where it is now. */
function putAside(path: string, now: number): string {
  const folder = join(dirname(path), 'quarantine')
  mkdirSync(folder, { recursive: true })
  const kept = join(folder, `${String(now)}-${basename(path)}`)
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix)
  return kept
}

/** Takes over what is still owed, as far as it can be read and its hash is right. Answers how many. */
function salvage(from: string, into: Database, log: Log): number {
  const outbox = createOutboxRows(into, log)
  let count = 0
  try {
    const damaged = new DatabaseSync(from, { readOnly: true })
    try {
      for (const row of damaged.prepare('SELECT * FROM outbox').iterate())
        if (outbox.salvage('kind' in row ? row : raiseEntry(row, null))) count += 1
    } finally {
      damaged.close()
    }
  } catch {
    // As far as it could be read: what follows the damage is lost, and the count says how much came over.
  }
  return count
}

/**
 * Opens a store's database; a damaged or emptied one is put aside, its outbox taken over row by row, and a new one
 * begun. Throws `NewerDatabase`, and SQLite's error where another process has it.
 */
export function openOrQuarantine(
  path: string,
  now: number,
  log: Log,
): { db: Database; damage: Damage | null } {
  try {
    // SQLite takes a file of no bytes for a healthy database.
    if (existsSync(path) && statSync(path).size === 0) throw new DamagedDatabase('no bytes')
    return { db: openDatabase(path), damage: null }
  } catch (cause) {
    if (!(cause instanceof DamagedDatabase)) throw cause
    const kept = putAside(path, now)
    const db = openDatabase(path)
    const damage: Damage = { keptAs: basename(kept), salvaged: salvage(kept, db, log) }
    log.error('database damaged: put aside', { ...damage })
    return { db, damage }
  }
}
