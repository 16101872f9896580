import { existsSync, statSync } from 'node:fs'
import { backupFileEnd } from '#contract/backup-files/backup-file-limits.ts'
import { makeBackup } from '#host/db/copy.ts'
import { backupsOf } from '#host/db/store-folder.ts'
import { dataFolder } from '../data-folder.ts'
import type { backupFlags } from '../flags.ts'
import { print, say } from '#host/log/terminal.ts'
import { exportFile } from './export-file.ts'
import type { FlagValues } from './command.ts'
import { isInFolder } from '../vault/key-place.ts'
import { chooseStores, databaseOf, messageOf, ownStoresIn, sizeText } from './stores.ts'

/** Makes a copy of each database, below `to` as it is in a data folder; returns whether all were made. */
async function copyAll(dataDir: string, stores: readonly string[], to: string): Promise<boolean> {
  let isComplete = true
  for (const store of stores)
    try {
      const folder = backupsOf(databaseOf(to, store))
      const backup = await makeBackup(databaseOf(dataDir, store), folder, Date.now())
      const size = sizeText(statSync(backup.path).size)
      print(`${store}: backup ${String(backup.number)}, ${size}, is in ${backup.path}\n`)
    } catch (cause) {
      say(`${store}: there is no new backup: ${messageOf(cause)}\n`)
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
  const stores = ownStoresIn(dataDir)
  if (stores.length === 0) {
    say(`There is no store in ${dataDir}. The practice store has no backups.\n`)
    return existsSync(dataDir) ? 1 : 2
  }
  const chosen = chooseStores(stores, values.database)
  if (chosen.fault !== null) {
    say(`${chosen.fault}\n`)
    return 2
  }
  if (to?.endsWith(backupFileEnd) === true) {
    const [only = '', ...others] = chosen.stores
    if (others.length === 0) return exportFile({ dataDir, store: only, to, values })
    say(`A file has one store: add --database with one of ${stores.join(', ')}.\n`)
    return 2
  }
  return (await copyAll(dataDir, chosen.stores, to ?? dataDir)) ? 0 : 1
}
