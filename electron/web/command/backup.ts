import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupFileEnd } from '#contract/backup-file-limits.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { takeSnapshot } from '#host/recovery/snapshot.ts'
import { backupsOf, listBackups } from '#host/recovery/stored-backups.ts'
import { dataFolder } from '../data-folder.ts'
import type { backupFlags } from '../flags.ts'
import { print, say } from '../log.ts'
import { exportFile } from './export-file.ts'
import type { FlagValues } from './parse.ts'
import { isInFolder } from '../vault/key-place.ts'
import {
  chooseDatabases,
  databasesIn,
  messageOf,
  sizeText,
  timeText,
  tryToLease,
} from './stores.ts'

/** Makes a copy of each database; returns whether all were made. */
async function copyAll(dataDir: string, files: readonly string[], to?: string): Promise<boolean> {
  let isComplete = true
  for (const file of files)
    try {
      const path = join(dataDir, file)
      const folder = to === undefined ? backupsOf(path) : join(to, file)
      const made = await takeSnapshot(path, folder, Date.now())
      const size = sizeText(statSync(made.path).size)
      print(`${file}: backup ${String(made.commits)}, ${size}, is in ${made.path}\n`)
    } catch (cause) {
      say(`${file}: there is no new backup: ${messageOf(cause)}\n`)
      isComplete = false
    }
  return isComplete
}

/** What to do while the program that has the folder makes the backups. */
function sayWhoBacksUp(dataDir: string, files: readonly string[]): void {
  const newest = files
    .flatMap((file) => listBackups(backupsOf(join(dataDir, file))).slice(0, 1))
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  const made =
    newest === undefined ? 'it has made none yet' : `the newest is of ${timeText(newest)}`
  say(
    `Kitchen Pass is open in ${dataDir} and makes its own backups there: ${made}. To make one now, add --to FOLDER.\n`,
  )
}

/** `kitchen-pass backup`. Returns the exit code. */
export async function runBackup(values: FlagValues<typeof backupFlags>): Promise<number> {
  const dataDir = dataFolder(values.data, process.env)
  const { to } = values
  if (to !== undefined && isInFolder(dataDir, to)) {
    say('--to has to be a folder or file outside the data folder.\n')
    return 2
  }
  const files = databasesIn(dataDir)
  if (files.length === 0) {
    say(`There is no store in ${dataDir}. The practice store has no backups.\n`)
    return existsSync(dataDir) ? 1 : 2
  }
  const chosen = chooseDatabases(files, values.database)
  if (chosen.fault !== null) {
    say(`${chosen.fault}\n`)
    return 2
  }
  if (to?.endsWith(backupFileEnd) === true) {
    const [file = '', ...others] = chosen.files
    if (others.length === 0) return exportFile({ dataDir, file, to, values })
    say(`A file has one store: add --database with one of ${files.join(', ')}.\n`)
    return 2
  }
  const { lease, obstacle } = tryToLease(dataDir)
  try {
    // A copy elsewhere needs no lease: it writes nothing here.
    if (lease !== null || to !== undefined)
      return (await copyAll(dataDir, chosen.files, to)) ? 0 : 1
    if (obstacle === 'in-use') sayWhoBacksUp(dataDir, files)
    else say(`${troubleLine(obstacle, dataDir)}\n`)
    return 1
  } finally {
    lease?.release()
  }
}
