import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { removeDatabase } from './files.ts'

/** A whole copy of a store's file. */
export interface StoredBackup {
  path: string
  /** Each backup of a store has a higher number than the one before, whatever the clock says. */
  number: number
  /** ISO. */
  at: string
}

const pattern = /^(\d{6})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sqlite$/u

/** The newest of them are kept. */
const lastCount = 4
/** For so many days, the newest of the day is kept. */
const dayCount = 7

export function backupName(number: number, now: number): string {
  const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${String(number).padStart(6, '0')}-${at}Z.sqlite`
}

/** What a backup is called until it is whole and checked. */
export const unfinished = (path: string): string => `${path}.new`

function readName(folder: string, name: string): StoredBackup[] {
  const [, number, day, hours, minutes, seconds] = pattern.exec(name) ?? []
  if (day === undefined) return []
  const at = `${day}T${hours ?? ''}:${minutes ?? ''}:${seconds ?? ''}.000Z`
  return [{ path: join(folder, name), number: Number(number), at }]
}

const namesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []

/** All backups in a folder, newest first; none if it is no folder. */
export const listBackups = (folder: string): StoredBackup[] =>
  namesIn(folder)
    .flatMap((name) => readName(folder, name))
    .toSorted((one, other) => other.number - one.number)

/**
 * Deletes the backups that a crash left unfinished: nobody would find them when guests are
 * forgotten, and each is as large as the store.
 */
export function removeUnfinished(folder: string): void {
  const end = unfinished('')
  for (const name of namesIn(folder)) {
    const whole = name.slice(0, Math.max(0, name.indexOf(end)))
    if (pattern.test(whole)) removeDatabase(join(folder, unfinished(whole)))
  }
}

/** The backups that nobody needs any more, of a list with the newest first. */
export function outdated(backups: readonly StoredBackup[]): StoredBackup[] {
  const days = new Map<string, StoredBackup>()
  for (const each of backups) {
    const day = each.at.slice(0, 10)
    if (!days.has(day) && days.size < dayCount) days.set(day, each)
  }
  const kept = new Set([...backups.slice(0, lastCount), ...days.values()])
  return backups.filter((each) => !kept.has(each))
}

/** The total size of files; a missing file counts as 0. */
export const bytesOf = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
