import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BackupState } from '#contract/backups.ts'
import { afterRestore, handOverIn, storedHandOver } from '../db/hand-over.ts'
import { openDatabase } from '../db/open.ts'
import { createValues } from '../db/values.ts'
import { moveDatabase, removeDatabase } from '../db/files.ts'
import { openJournal } from '../db/journal.ts'
import { askSeparately } from '../db/separate-thread.ts'
import { faultIn } from '../db/soundness.ts'
import type { DeclaredTable } from '../db/table.ts'
import type { Log } from '../log.ts'
import { checkCopy } from './check-copy.ts'
import { countSound, isAsWritten } from './changes.ts'
import { lossOf, quarantineName, restoreGradually, swap } from './quarantine.ts'
import { commitsOf } from './salvage.ts'
import {
  backupsOf,
  bytesOf,
  listBackups,
  listChains,
  type BackupChain,
  type StoredBackup,
} from './stored-backups.ts'

export interface CheckedBackup extends StoredBackup {
  bytes: number
  /** Whether a database can be made of it and of what it follows. */
  state: Exclude<BackupState, 'checking'>
}

const pathsOf = (chains: readonly BackupChain[]): string[] =>
  chains.flatMap(({ changes }) => changes.map(({ path }) => path))

/** How many changes of a chain follow from its whole copy, or else from an older one. */
async function countReachable(
  chains: readonly BackupChain[],
  nth: number,
  isWhole: readonly boolean[],
): Promise<number> {
  let most = 0
  for (let from = nth; from < chains.length; from++) {
    if (isWhole[from] !== true) continue
    const before = pathsOf(chains.slice(nth + 1, from + 1).toReversed())
    const own = pathsOf(chains.slice(nth, nth + 1))
    most = Math.max(most, (await countSound([...before, ...own])) - before.length)
  }
  return most
}

async function isReadable(path: string): Promise<boolean> {
  try {
    await checkCopy(path)
    return true
  } catch {
    return false
  }
}

/** All backups of a folder, the newest first, each checked. Reads all of them and changes nothing. */
export async function checkBackups(folder: string): Promise<CheckedBackup[]> {
  const chains = listChains(folder)
  const isWhole: boolean[] = []
  for (const { full } of chains) isWhole.push(await isReadable(full.path))
  const states = new Map<string, CheckedBackup['state']>()
  for (const [nth, { full, changes }] of chains.entries()) {
    states.set(full.path, isWhole[nth] === true ? 'sound' : 'damaged')
    const reached = await countReachable(chains, nth, isWhole)
    for (const [at, { path }] of changes.entries())
      if (at < reached) states.set(path, 'sound')
      else states.set(path, isAsWritten(path) ? 'follows-damaged' : 'damaged')
  }
  return listBackups(folder).flatMap((point) => {
    const state = states.get(point.path)
    // One that was made since then isn't checked.
    return state === undefined ? [] : [{ ...point, bytes: bytesOf([point.path]), state }]
  })
}

/** The chains that end at a point, the one with the point first. */
function chainsTo(folder: string, point: StoredBackup): BackupChain[] {
  const chains = listChains(folder)
  const nth = chains.findIndex(({ full, changes }) =>
    [full, ...changes].some(({ path }) => path === point.path),
  )
  const own = chains[nth]
  if (own === undefined) return []
  const end = own.changes.findIndex(({ path }) => path === point.path)
  const until = { ...own, changes: own.changes.slice(0, end + 1) }
  // A whole copy needs no older one.
  return end < 0 ? [until] : [until, ...chains.slice(nth + 1)]
}

interface RestoreDeps {
  /** The database; nobody has it open, and the folder is leased. */
  path: string
  /** The folder with the backups; the database's own by default. */
  folder?: string
  /** Where the restored database is made. */
  next?: string
  tables: readonly DeclaredTable[]
  now: number
  log: Log
}

/** A restored database next to the one that it may replace. */
export interface PreparedRestore {
  path: string
  /** Puts it in the place of the other, which moves to quarantine; returns that one's name there. */
  replace(): string | null
  /** Puts the replaced one back. */
  undo(): void
  discard(): void
}

/**
 * Checks a restored database, and brings it to this version. The whole file is read in another
 * thread. Throws if it is damaged.
 */
async function checkRestored(path: string, { tables, log }: RestoreDeps): Promise<void> {
  const fault = faultIn(await askSeparately(path, ['PRAGMA integrity_check(1000)']))
  // What can be built anew from sound rows is no damage.
  openDatabase(path, { log, thorough: fault !== null, isBackup: true, tables }).close()
}

function restoredAt(
  next: string,
  point: Omit<StoredBackup, 'path'>,
  deps: RestoreDeps & { folder: string },
): PreparedRestore {
  const { path } = deps
  let keptAs: string | null = null
  return {
    path: next,
    replace() {
      // SQLite would make an empty one.
      if (!existsSync(next)) throw new Error('the restored database is gone')
      keptAs = replaceWith(next, point, deps)
      return keptAs
    },
    undo() {
      if (keptAs === null) return
      removeDatabase(path)
      moveDatabase(join(dirname(path), 'quarantine', keptAs), path)
    },
    discard: () => {
      removeDatabase(next)
    },
  }
}

/**
 * Checks a database that came from elsewhere, at `next`, so that it may replace the store's. Throws
 * `DamagedDatabase` or `NewerDatabase`; the file is then deleted.
 */
export async function prepareFile(
  next: string,
  point: Omit<StoredBackup, 'path'>,
  deps: RestoreDeps,
): Promise<PreparedRestore> {
  try {
    await checkRestored(next, deps)
    return restoredAt(next, point, { ...deps, folder: backupsOf(deps.path) })
  } catch (cause) {
    removeDatabase(next)
    throw cause
  }
}

/**
 * Makes a database of a backup next to its place, in small steps. Null if the backup is not sound.
 */
export async function prepareRestore(
  point: StoredBackup,
  deps: RestoreDeps,
): Promise<PreparedRestore | null> {
  const { path, folder = backupsOf(path), next = `${path}-next`, log } = deps
  const chains = chainsTo(folder, point)
  for (let from = 1; from <= chains.length; from++)
    try {
      removeDatabase(next)
      const reached = await restoreGradually(next, chains.slice(0, from).toReversed(), log)
      if (reached.path !== point.path) continue
      await checkRestored(next, deps)
      return restoredAt(next, point, { ...deps, folder })
    } catch (cause) {
      log.error('backup not usable', { name: basename(point.path), cause: String(cause) })
    }
  removeDatabase(next)
  return null
}

/**
 * Unlike after damage, no rows of the replaced file are taken over: a person wants this state.
 * Nothing is known of what was sent since, so every waiting entry counts as maybe sent, except after
 * a hand-over. A store that moved away stays away.
 */
function replaceWith(
  next: string,
  point: Omit<StoredBackup, 'path'>,
  { path, folder, tables, now, log }: RestoreDeps & { folder: string },
): string | null {
  const journal = openJournal(path)
  const keptAs = quarantineName(path, now)
  const numbers = [folder, backupsOf(path)].flatMap(listBackups).map(({ commits }) => commits)
  const db = openDatabase(next, { tables })
  try {
    // Its next backup has to be newer than all of them.
    db.countFrom(Math.max(journal.last, commitsOf(path), ...numbers))
    const damage = { kind: 'chosen', keptAs, salvaged: 0, restoredFrom: point.at } as const
    const handOver = storedHandOver(createValues(db, log))
    const { known, isTakenOver } = afterRestore(handOver.read(), handOverIn(path))
    // The old computer had stopped before the file was made.
    const certain = isTakenOver ? null : []
    db.transact(() => {
      handOver.write(known)
      lossOf(db, log).write({ damage, isSalvaged: true, certain })
    })
  } finally {
    db.close()
  }
  swap(next, { path, tables, journal, now, log }, keptAs)
  log.warn('backup restored', { commits: point.commits, at: point.at, keptAs })
  return keptAs
}
