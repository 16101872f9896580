import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupFileEnd } from '#contract/backup-file-limits.ts'
import { makeBackup } from '#host/db/copy.ts'
import { backupsOf } from '#host/db/stored-backups.ts'
import { dataFolder } from '../data-folder.ts'
import type { backupFlags } from '../flags.ts'
import { print, say } from '../log.ts'
import { exportFile } from './export-file.ts'
import type { FlagValues } from './parse.ts'
import { isInFolder } from '../vault/key-place.ts'
import { chooseDatabases, databasesIn, messageOf, sizeText } from './stores.ts'

/** Makes a copy of each database; returns whether all were made. */
async function copyAll(dataDir: string, files: readonly string[], to?: string): Promise<boolean> {
  let isComplete = true
  for (const file of files)
    try {
      const path = join(dataDir, file)
      const folder = to === undefined ? backupsOf(path) : join(to, file)
      const made = await makeBackup(path, folder, Date.now())
      const size = sizeText(statSync(made.path).size)
      print(`${file}: backup ${String(made.number)}, ${size}, is in ${made.path}\n`)
    } catch (cause) {
      say(`${file}: there is no new backup: ${messageOf(cause)}\n`)
      isComplete = false
    }
  return isComplete
}

/** `kitchen-pass backup`, also while Kitchen Pass runs. Returns the exit code. */
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
  return (await copyAll(dataDir, chosen.files, to)) ? 0 : 1
}
