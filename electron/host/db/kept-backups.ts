import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A backup on disk: a whole database, named by its last commit and by when it was made. */
export interface KeptBackup {
  path: string
  commits: number
  /** ISO. */
  at: string
}

/** So many of the last ones are kept, and beside them the last one of as many days. */
const lastOnes = 4
const days = 7

const named = /^(\d{12})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.sqlite$/u

/** Where the backups of a database lie. */
export const backupsOf = (database: string): string =>
  join(dirname(database), 'backups', basename(database))

/** What a backup is called; the names of one database sort by its commits. */
export const backupName = (commits: number, now: number): string => {
  const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${String(commits).padStart(12, '0')}-${at}Z.sqlite`
}

/** All backups in a folder, the newest first: by their commits, since a clock may have been wrong. */
export function listBackups(folder: string): KeptBackup[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const [, commits, day, hours, minutes, seconds] = named.exec(name) ?? []
      if (day === undefined) return []
      const at = `${day}T${hours ?? ''}:${minutes ?? ''}:${seconds ?? ''}.000Z`
      return [{ path: join(folder, name), commits: Number(commits), at }]
    })
}

/** Which of them need not be kept any more; the newest comes first. */
export function superfluous(backups: readonly KeptBackup[]): KeptBackup[] {
  const lastOfDay = new Map<string, KeptBackup>()
  for (const backup of backups) {
    const day = backup.at.slice(0, 10)
    if (!lastOfDay.has(day) && lastOfDay.size < days) lastOfDay.set(day, backup)
  }
  const daily = new Set(lastOfDay.values())
  return backups.filter((backup, index) => index >= lastOnes && !daily.has(backup))
}
