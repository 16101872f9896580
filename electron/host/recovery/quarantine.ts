import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Damage } from '#contract/status/status.ts'
import type { Log } from '../log.ts'
import { closeFile, makePrivateFolder, moveDatabase, removeDatabase } from '../db/files.ts'
import { openJournal, type Journal } from '../db/journal.ts'
import { applyChanges } from './changes.ts'
import {
  backupsOf,
  bytesOf,
  listBackups,
  listChains,
  type BackupChain,
  type StoredBackup,
} from './stored-backups.ts'
import { storedLoss } from '../db/loss.ts'
import { DamagedDatabase, openDatabase, type Database } from '../db/open.ts'
import { commitsOf, salvage } from './salvage.ts'
import { runAtOnce, runGradually } from './steps.ts'
import type { DeclaredTable } from '../db/table.ts'
import { createValues } from '../db/values.ts'

/** Without a backup, inbox messages of this period are read again, to rebuild lost tickets. */
const readAgainMs = 24 * 3_600_000

export interface Lost {
  path: string
  tables: readonly DeclaredTable[]
  journal: Journal
  now: number
  log: Log
}

/**
 * Moves a damaged file and its write-ahead log to quarantine. Damaged files are deleted only after
 * the store's file is sound again.
 */
function moveToQuarantine(path: string, name: string): void {
  const folder = join(dirname(path), 'quarantine')
  makePrivateFolder(folder)
  moveDatabase(path, join(folder, name))
}

/** The name in quarantine of a store's file; null if there is no file to move. */
export const quarantineName = (path: string, now: number): string | null =>
  existsSync(path) || existsSync(`${path}-wal`) ? `${String(now)}-${basename(path)}` : null

/** Puts a finished database in the place of another one, which moves to quarantine. */
export function swap(next: string, { path, journal }: Lost, keptAs: string | null): void {
  renameSync(next, `${path}-ready`)
  try {
    if (keptAs !== null) moveToQuarantine(path, keptAs)
  } finally {
    journal.close()
  }
  renameSync(`${path}-ready`, path)
}

/** The changes that may follow the first chain's whole copy. */
const changesOf = (chains: readonly BackupChain[]): StoredBackup[] =>
  chains.flatMap((chain) => chain.changes)

/**
 * Applies the changes of a copied whole copy and those of newer copies, as far as they connect;
 * returns the point reached.
 */
function* continueTo(
  at: string,
  { full, changes: own }: BackupChain,
  changes: readonly StoredBackup[],
  log: Log,
): Generator<unknown, StoredBackup> {
  const taken = yield* applyChanges(
    at,
    changes.map(({ path }) => path),
  )
  const next = changes[taken]
  // The next changes belong to a newer whole copy: this copy's changes are complete.
  if (next !== undefined && own.includes(next))
    log.error('backup ends early', { name: basename(next.path) })
  const last = changes[taken - 1]
  return last !== undefined && last.commits > full.commits ? last : full
}

/** Restores a point at once. `withChanges` false: only the whole copy. */
function restoreAt(
  at: string,
  chains: readonly BackupChain[],
  withChanges: boolean,
  log: Log,
): StoredBackup {
  const [own] = chains
  if (own === undefined) throw new Error('no copy')
  copyFileSync(own.full.path, at)
  closeFile(at)
  return runAtOnce(continueTo(at, own, withChanges ? changesOf(chains) : [], log))
}

/** The same, in steps. */
export async function restoreGradually(
  at: string,
  chains: readonly BackupChain[],
  log: Log,
): Promise<StoredBackup> {
  const [own] = chains
  if (own === undefined) throw new Error('no copy')
  await copyFile(own.full.path, at)
  closeFile(at)
  return runGradually(continueTo(at, own, changesOf(chains), log))
}

/** Restores the newest usable backup point at a path; returns it, or null if there is none. */
function putBackup({ path: database, tables, log }: Lost, at: string): StoredBackup | null {
  removeDatabase(at)
  const chains = listChains(backupsOf(database))
  for (const [nth, { full, changes }] of chains.entries())
    for (const withChanges of changes.length > 0 ? [true, false] : [false])
      try {
        const point = restoreAt(at, chains.slice(0, nth + 1).toReversed(), withChanges, log)
        openDatabase(at, { log, thorough: true, isBackup: true, tables }).close()
        return point
      } catch (cause) {
        log.error('backup not usable', { name: basename(full.path), cause: String(cause) })
        removeDatabase(at)
      }
  return null
}

export const lossOf = (db: Database, log: Log) => storedLoss(createValues(db, log))

const storedMs = 30 * 24 * 3_600_000
/** The quarantine may have this many times the bytes of the file. */
const mostTimes = 3

/**
 * Trims the quarantine of a store's file after the file was checked and is sound: deletes what is
 * older than a month, and what exceeds three times the size of the file. The newest one stays,
 * whatever its age.
 */
export function trimQuarantine(path: string, now: number, log: Log): void {
  const folder = join(dirname(path), 'quarantine')
  if (!existsSync(folder)) return
  const aside = new Map<number, string[]>()
  for (const name of readdirSync(folder)) {
    const [at = '', ...rest] = name.split('-')
    if (!/^\d+$/u.test(at) || !rest.join('-').startsWith(basename(path))) continue
    aside.set(Number(at), [...(aside.get(Number(at)) ?? []), join(folder, name)])
  }
  const newestFirst = [...aside].toSorted(([one], [other]) => other - one)
  let bytes = 0
  for (const [nth, [at, files]] of newestFirst.entries()) {
    bytes += bytesOf(files)
    if (nth === 0 || (now - at <= storedMs && bytes <= mostTimes * bytesOf([path]))) continue
    for (const file of files) rmSync(file, { force: true })
    log.warn('deleted from quarantine', { files: files.map((file) => basename(file)).join(' ') })
  }
}

/**
 * Fills a restored backup, or an empty database, with the readable rows of the lost file, and
 * records the damage in it.
 */
function fill(
  at: string,
  { path, tables, journal, now, log }: Lost,
  backup: StoredBackup | null,
  found: Omit<Damage, 'salvaged' | 'restoredFrom'>,
): Damage {
  const seen = commitsOf(path)
  const isOlder = seen < journal.last
  const order = {
    isNewer: backup === null || seen >= backup.commits,
    readAgainFrom: backup === null ? new Date(now - readAgainMs).toISOString() : '',
  }
  const db = openDatabase(at, { tables })
  try {
    db.countFrom(Math.max(journal.last, seen, backup?.commits ?? 0))
    return db.transact(() => {
      const waiting = salvage(path, db, order, log)
      const certain = isOlder || !order.isNewer ? [] : backup === null ? null : waiting
      const damage = { ...found, salvaged: waiting.length, restoredFrom: backup?.at ?? null }
      lossOf(db, log).write({ damage, isSalvaged: true, certain })
      return damage
    })
  } finally {
    db.close()
  }
}

/**
 * Replaces a lost file with the newest good backup, or an empty database, plus every readable row
 * of the lost file. The replacement is built next to the file, which is moved only when the
 * replacement is complete. A crash in between restarts or continues the work.
 */
function replace(lost: Lost, kind: Damage['kind']): Damage {
  const { path, now, log } = lost
  const next = `${path}-next`
  const backup = putBackup(lost, next)
  const keptAs = quarantineName(path, now)
  const damage = fill(next, lost, backup, { kind, keptAs })
  swap(next, lost, keptAs)
  log.error('database lost: put aside', { ...damage })
  return damage
}

/** Continues after a crash between moving the damaged file and renaming its replacement. */
function finishReplacement(path: string): void {
  if (!existsSync(`${path}-ready`)) return
  if (existsSync(path)) removeDatabase(`${path}-ready`)
  else renameSync(`${path}-ready`, path)
}

/** Whether a database has disappeared. SQLite accepts an empty file as a healthy database. */
function isGone(path: string, isExpected: boolean): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  // A folder in its place must be moved by a person.
  if (there !== undefined) return there.isFile() && there.size === 0
  return isExpected || existsSync(`${path}-wal`) || listBackups(backupsOf(path)).length > 0
}

/** Opens a file that lost commits of its journal; null if a better backup exists. */
function openOlder(db: Database, { path, journal, log }: Lost): Damage | null {
  const [newest] = listBackups(backupsOf(path))
  const isBeaten = newest !== undefined && newest.commits > db.commits
  // A truncated log may leave pages from two different times.
  if (isBeaten || db.get('PRAGMA integrity_check')?.['integrity_check'] !== 'ok') {
    db.close()
    return null
  }
  log.error('database older than its journal', { is: db.commits, was: journal.last })
  db.countFrom(journal.last)
  const damage: Damage = { kind: 'older', keptAs: null, salvaged: 0, restoredFrom: null }
  db.transact(() => lossOf(db, log).write({ damage, isSalvaged: false, certain: [] }))
  return damage
}

interface OpenStore {
  tables: readonly DeclaredTable[]
  /** The file should exist. Default false. */
  isExpected?: boolean
  /** Damage was found: check all of the file, even if it is large. */
  thorough?: boolean
}

/**
 * Opens a store's database. If it is damaged, missing, or older than its last acknowledged commit,
 * its newest backup and its readable rows replace it (README.md). Throws `NewerDatabase`, or
 * SQLite's error if another process has it open.
 */
export function openOrQuarantine(
  path: string,
  now: number,
  log: Log,
  { tables, isExpected = false, thorough = false }: OpenStore,
): { db: Database; damage: Damage | null } {
  finishReplacement(path)
  const journal = openJournal(path)
  const lost = { path, tables, journal, now, log }
  let kind: Damage['kind'] = 'damaged'
  try {
    if (isGone(path, isExpected)) {
      kind = 'missing'
      throw new DamagedDatabase('gone')
    }
    const db = openDatabase(path, { log, thorough, journal, tables })
    // Null, unless an earlier start found damage and didn't finish handling it.
    if (db.commits >= journal.last) return { db, damage: lossOf(db, log).read()?.damage ?? null }
    kind = 'older'
    const damage = openOlder(db, lost)
    if (damage !== null) return { db, damage }
  } catch (cause) {
    if (!(cause instanceof DamagedDatabase)) {
      journal.close()
      throw cause
    }
    log.error('database not usable', {
      cause: cause.cause instanceof Error ? cause.cause.message : cause.message,
    })
  }
  const damage = replace(lost, kind)
  return { db: openDatabase(path, { log, journal: openJournal(path), tables }), damage }
}
