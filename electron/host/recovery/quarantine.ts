import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
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
import type { DeclaredTable } from '../db/table.ts'
import { createValues } from '../db/values.ts'

/** Where there is no backup, what arrived so long before is read again: tickets that were lost are made of it. */
const readAgainMs = 24 * 3_600_000

interface Lost {
  path: string
  tables: readonly DeclaredTable[]
  journal: Journal
  now: number
  log: Log
}

/** Moves a damaged file and its write-ahead log aside, under a name; nothing damaged is deleted before the file is sound again. */
function putAside(path: string, name: string): void {
  const folder = join(dirname(path), 'quarantine')
  makePrivateFolder(folder)
  moveDatabase(path, join(folder, name))
}

/**
 * Puts a whole copy at a path, with its changes and those of newer copies, as far as they follow on each other; answers the
 * point that it comes to. `withChanges` false: the whole copy alone.
 */
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
  const changes = withChanges ? chains.flatMap((chain) => chain.changes) : []
  const taken = applyChanges(
    at,
    changes.map(({ path }) => path),
  )
  const next = changes[taken]
  // Where the next ones begin anew, nothing is missing.
  if (next !== undefined && own.changes.includes(next))
    log.error('backup ends early', { name: basename(next.path) })
  const last = changes[taken - 1]
  return last !== undefined && last.commits > own.full.commits ? last : own.full
}

/** Puts the newest point of the backups that can be opened at a path; answers which, null where there is none. */
function putBackup({ path: database, tables, log }: Lost, at: string): StoredBackup | null {
  removeDatabase(at)
  const chains = listChains(backupsOf(database))
  for (const [nth, { full, changes }] of chains.entries())
    for (const withChanges of changes.length > 0 ? [true, false] : [false])
      try {
        const point = restoreAt(at, chains.slice(0, nth + 1).toReversed(), withChanges, log)
        openDatabase(at, { log, thorough: true, tables }).close()
        return point
      } catch (cause) {
        log.error('backup not usable', { name: basename(full.path), cause: String(cause) })
        removeDatabase(at)
      }
  return null
}

const lossOf = (db: Database, log: Log) => storedLoss(createValues(db, log))

const storedMs = 30 * 24 * 3_600_000
/** What was put aside may have so many times the bytes of the file. */
const mostTimes = 3

/**
 * Deletes what was put aside of a store's file, once the file was looked through and is sound: what is older than a month, and
 * what is more than three times the file. The last one stays, whatever its age.
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

/** Fills a backup, or an empty database, with what can be read of the lost file, and with what is told of it. */
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
 * Puts the newest good backup in the place of a lost file, or an empty one, with all that can be read of the file. Built
 * beside it: only when it is whole is the file put aside, so that a crash in between begins again, or goes on.
 */
function replace(lost: Lost, kind: Damage['kind']): Damage {
  const { path, now, log } = lost
  const next = `${path}-next`
  const backup = putBackup(lost, next)
  const isThere = existsSync(path) || existsSync(`${path}-wal`)
  const keptAs = isThere ? `${String(now)}-${basename(path)}` : null
  const damage = fill(next, lost, backup, { kind, keptAs })
  renameSync(next, `${path}-ready`)
  if (keptAs !== null) putAside(path, keptAs)
  lost.journal.close()
  renameSync(`${path}-ready`, path)
  log.error('database lost: put aside', { ...damage })
  return damage
}

/** A replacement that a crash left beside the place that is empty now. */
function goOnReplacing(path: string): void {
  if (!existsSync(`${path}-ready`)) return
  if (existsSync(path)) removeDatabase(`${path}-ready`)
  else renameSync(`${path}-ready`, path)
}

/** Whether there is nothing where there was a database. SQLite takes a file of no bytes for a healthy one. */
function isGone(path: string, isExpected: boolean): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  // A folder in its place is for a person to move.
  if (there !== undefined) return there.isFile() && there.size === 0
  return isExpected || existsSync(`${path}-wal`) || listBackups(backupsOf(path)).length > 0
}

/** Opens a file that lost what its journal has; null where something better than it is at hand. */
function openOlder(db: Database, { path, journal, log }: Lost): Damage | null {
  const [newest] = listBackups(backupsOf(path))
  const isBeaten = newest !== undefined && newest.commits > db.commits
  // A log that was cut may leave pages of two times behind.
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
  /** What is declared of its tables. */
  tables: readonly DeclaredTable[]
  /** Somebody knows of the file; default not. */
  isExpected?: boolean
  /** Damage was met: a large file is looked at whole as well. */
  thorough?: boolean
}

/**
 * Opens a store's database. One that is damaged, or gone where one was, or older than what it acknowledged last, is replaced by
 * its newest backup with what can be read of it (README.md). Throws
 * `NewerDatabase`, and SQLite's error where another process has it.
 */
export function openOrQuarantine(
  path: string,
  now: number,
  log: Log,
  { tables, isExpected = false, thorough = false }: OpenStore,
): { db: Database; damage: Damage | null } {
  goOnReplacing(path)
  const journal = openJournal(path)
  const lost = { path, tables, journal, now, log }
  let kind: Damage['kind'] = 'damaged'
  try {
    if (isGone(path, isExpected)) {
      kind = 'missing'
      throw new DamagedDatabase('gone')
    }
    const db = openDatabase(path, { log, thorough, journal, tables })
    // Null, but for what a start before this one found and came to no end with.
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
