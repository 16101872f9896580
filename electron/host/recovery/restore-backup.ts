import { openDatabase } from '../db/open.ts'
import { removeDatabase } from '../db/files.ts'
import { openJournal } from '../db/journal.ts'
import type { DeclaredTable } from '../db/table.ts'
import type { Log } from '../log.ts'
import { checkCopy } from './check-copy.ts'
import { countSound } from './changes.ts'
import { lossOf, quarantineName, restoreAt, swap } from './quarantine.ts'
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
  isSound: boolean
}

const pathsOf = (chains: readonly BackupChain[]): string[] =>
  chains.flatMap(({ changes }) => changes.map(({ path }) => path))

/** How many changes of a chain follow from its whole copy, or else from an older one. */
function countReachable(
  chains: readonly BackupChain[],
  nth: number,
  isWhole: readonly boolean[],
): number {
  let most = 0
  for (let from = nth; from < chains.length; from++) {
    if (isWhole[from] !== true) continue
    const before = pathsOf(chains.slice(nth + 1, from + 1).toReversed())
    const own = pathsOf(chains.slice(nth, nth + 1))
    most = Math.max(most, countSound([...before, ...own]) - before.length)
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
  const sound = new Set(
    chains.flatMap(({ full, changes }, nth) => [
      ...(isWhole[nth] === true ? [full.path] : []),
      ...changes.slice(0, countReachable(chains, nth, isWhole)).map(({ path }) => path),
    ]),
  )
  return listBackups(folder).map((point) => ({
    ...point,
    bytes: bytesOf([point.path]),
    isSound: sound.has(point.path),
  }))
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
  tables: readonly DeclaredTable[]
  now: number
  log: Log
}

/** A restored database next to the one that it may replace. */
export interface PreparedRestore {
  path: string
  /** Puts it in the place of the other, which moves to quarantine; returns that one's name there. */
  replace(): string | null
  discard(): void
}

/** Makes a database of a backup next to its place. Null if the backup is not sound. */
export function prepareRestore(point: StoredBackup, deps: RestoreDeps): PreparedRestore | null {
  const { path, folder = backupsOf(path), tables, log } = deps
  const next = `${path}-next`
  const chains = chainsTo(folder, point)
  for (let from = 1; from <= chains.length; from++)
    try {
      removeDatabase(next)
      const reached = restoreAt(next, chains.slice(0, from).toReversed(), true, log)
      if (reached.path !== point.path) continue
      openDatabase(next, { log, thorough: true, tables }).close()
      return {
        path: next,
        replace: () => replaceWith(next, point, { ...deps, folder }),
        discard: () => {
          removeDatabase(next)
        },
      }
    } catch (cause) {
      log.error('backup not usable', { name: point.path, cause: String(cause) })
    }
  removeDatabase(next)
  return null
}

/**
 * Unlike after damage, no rows of the replaced file are taken over: a person wants this state.
 * Nothing is known of what was sent since, so every waiting entry counts as maybe sent.
 */
function replaceWith(
  next: string,
  point: StoredBackup,
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
    db.transact(() => lossOf(db, log).write({ damage, isSalvaged: true, certain: [] }))
  } finally {
    db.close()
  }
  swap(next, { path, tables, journal, now, log }, keptAs)
  log.warn('backup restored', { commits: point.commits, at: point.at, keptAs })
  return keptAs
}
