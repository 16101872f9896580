import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * A point to which the database can be restored: a whole copy, or the changes since the previous
 * point.
 */
export interface StoredBackup {
  path: string
  commits: number
  /** ISO. */
  at: string
}

/** A whole copy and its changes, oldest first. */
export interface BackupChain {
  full: StoredBackup
  changes: StoredBackup[]
}

const stem = String.raw`(\d{12})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z`
const ofFull = new RegExp(`^${stem}\\.sqlite$`, 'u')
/** Follows the name of its whole copy. */
const ofChanges = new RegExp(`^\\d{6}\\.${stem}\\.changes$`, 'u')

export const backupsOf = (database: string): string =>
  join(dirname(database), 'backups', basename(database))

const stemOf = (commits: number, now: number): string => {
  const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${String(commits).padStart(12, '0')}-${at}Z`
}

/** The name of a whole copy. The names of one database sort by commit. */
export const backupName = (commits: number, now: number): string => `${stemOf(commits, now)}.sqlite`

/** The name of a changes file; it starts with the name of its whole copy. */
export const changesName = (full: string, nth: number, commits: number, now: number): string =>
  `${basename(full, '.sqlite')}.${String(nth).padStart(6, '0')}.${stemOf(commits, now)}.changes`

function pointOf(folder: string, name: string, match: RegExpExecArray | null): StoredBackup[] {
  const [, commits, day, hours, minutes, seconds] = match ?? []
  if (day === undefined) return []
  const at = `${day}T${hours ?? ''}:${minutes ?? ''}:${seconds ?? ''}.000Z`
  return [{ path: join(folder, name), commits: Number(commits), at }]
}

/**
 * All backups in a folder, the newest whole copy first. Sorted by commit, because the clock may
 * have been wrong.
 */
export function listChains(folder: string): BackupChain[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).toSorted()
  return names
    .flatMap((name) => pointOf(folder, name, ofFull.exec(name)))
    .toReversed()
    .map((full) => {
      const beginning = `${basename(full.path, '.sqlite')}.`
      const changes = names
        .filter((name) => name.startsWith(beginning))
        .flatMap((name) =>
          pointOf(folder, name, ofChanges.exec(name.slice(beginning.length))).map((point) => ({
            ...point,
            path: join(folder, name),
          })),
        )
      return { full, changes }
    })
}

/**
 * All points in a folder, newest first. The first changes file after a whole copy may be empty; it
 * is not a point.
 */
export const listBackups = (folder: string): StoredBackup[] =>
  listChains(folder).flatMap(({ full, changes }) => [
    ...changes.filter(({ commits }) => commits > full.commits).toReversed(),
    full,
  ])

/** Every backup file, including those of an interrupted backup. */
export const allFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{12}-.*\.(?:sqlite|changes)(?:\.new)?$/u.test(name))
        .map((name) => join(folder, name))
    : []

/** The total size of files; a missing file counts as 0. */
export const bytesOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)

/** When the changes exceed this share of the whole copy, a new whole copy is made. */
const partOfFull = 1 / 4
const dayMs = 24 * 3_600_000
const fullEveryMs = 7 * dayMs
/** Copies may have at most this many times the bytes of the database. */
const mostTimes = 3

export function isFullDue(chains: readonly BackupChain[], database: string, now: number): boolean {
  const [newest] = chains
  if (newest === undefined) return true
  // A date in the future comes from a wrong clock, so its distance counts as the age.
  const age = Math.abs(now - Date.parse(newest.full.at))
  const changes = bytesOf(newest.changes.map(({ path }) => path))
  return (
    changes > bytesOf([newest.full.path]) * partOfFull ||
    age > fullEveryMs ||
    (age > dayMs && bytesOf(allFiles(dirname(newest.full.path))) > mostTimes * bytesOf([database]))
  )
}

/**
 * The files to delete before a new whole copy is made: all except the last copy and its changes.
 */
export function outdatedFiles(folder: string): string[] {
  const [newest] = listChains(folder)
  const stored = new Set(
    newest === undefined ? [] : [newest.full, ...newest.changes].map(({ path }) => path),
  )
  return allFiles(folder).filter((path) => !stored.has(path))
}

/** The files to delete after a whole copy: all older ones, if the database became much smaller. */
export const tooLarge = (folder: string, database: string): string[] =>
  bytesOf(allFiles(folder)) > mostTimes * bytesOf([database]) ? outdatedFiles(folder) : []
