import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A point that the database can be brought back to: a whole copy, or the changes since the point before it. */
export interface StoredBackup {
  path: string
  commits: number
  /** ISO. */
  at: string
}

/** A whole copy, and the changes since, the oldest first. */
export interface BackupChain {
  full: StoredBackup
  changes: StoredBackup[]
}

const stem = String.raw`(\d{12})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z`
const ofFull = new RegExp(`^${stem}\\.sqlite$`, 'u')
/** After the name of the whole copy that it belongs to. */
const ofChanges = new RegExp(`^\\d{6}\\.${stem}\\.changes$`, 'u')

/** Where the backups of a database lie. */
export const backupsOf = (database: string): string =>
  join(dirname(database), 'backups', basename(database))

const stemOf = (commits: number, now: number): string => {
  const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${String(commits).padStart(12, '0')}-${at}Z`
}

/** What a whole copy is called; the names of one database sort by its commits. */
export const backupName = (commits: number, now: number): string => `${stemOf(commits, now)}.sqlite`

/** What the changes since a whole copy are called: they begin with its name. */
export const changesName = (full: string, nth: number, commits: number, now: number): string =>
  `${basename(full, '.sqlite')}.${String(nth).padStart(6, '0')}.${stemOf(commits, now)}.changes`

function pointOf(folder: string, name: string, reported: RegExpExecArray | null): StoredBackup[] {
  const [, commits, day, hours, minutes, seconds] = reported ?? []
  if (day === undefined) return []
  const at = `${day}T${hours ?? ''}:${minutes ?? ''}:${seconds ?? ''}.000Z`
  return [{ path: join(folder, name), commits: Number(commits), at }]
}

/** All backups in a folder, the newest whole copy first: by its commits, since a clock may have been wrong. */
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

/** All points in a folder, the newest first. The first changes after a whole copy may be none: they are no point of their own. */
export const listBackups = (folder: string): StoredBackup[] =>
  listChains(folder).flatMap(({ full, changes }) => [
    ...changes.filter(({ commits }) => commits > full.commits).toReversed(),
    full,
  ])

/** Every file of a backup, also what an interrupted one left. */
export const allFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d{12}-.*\.(?:sqlite|changes)(?:\.new)?$/u.test(name))
        .map((name) => join(folder, name))
    : []

/** How many bytes files have; one that is gone has none. */
export const bytesOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)

/** Changes are written until they come to this part of the whole copy: then another is made, and they begin anew. */
const partOfFull = 1 / 4
const dayMs = 24 * 3_600_000
const fullEveryMs = 7 * dayMs
/** Copies have at most so many times the bytes of the database. */
const mostTimes = 3

/** Whether it is time for another whole copy. */
export function isFullDue(chains: readonly BackupChain[], database: string, now: number): boolean {
  const [newest] = chains
  if (newest === undefined) return true
  // One that is dated ahead of now was made while the clock was wrong: nobody knows how old it is.
  const age = Math.abs(now - Date.parse(newest.full.at))
  const changes = bytesOf(newest.changes.map(({ path }) => path))
  return (
    changes > bytesOf([newest.full.path]) * partOfFull ||
    age > fullEveryMs ||
    (age > dayMs && bytesOf(allFiles(dirname(newest.full.path))) > mostTimes * bytesOf([database]))
  )
}

/** What goes before another whole copy is made: all but the last one and its changes. */
export function superfluous(folder: string): string[] {
  const [newest] = listChains(folder)
  const stored = new Set(
    newest === undefined ? [] : [newest.full, ...newest.changes].map(({ path }) => path),
  )
  return allFiles(folder).filter((path) => !stored.has(path))
}

/** What goes once a whole copy was made: all that is older, where the database became much smaller. */
export const tooLarge = (folder: string, database: string): string[] =>
  bytesOf(allFiles(folder)) > mostTimes * bytesOf([database]) ? superfluous(folder) : []
