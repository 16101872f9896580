import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { closedUrl, immutableUrl } from '#host/db/files.ts'
import { backupsOf } from '#host/db/store-folder.ts'
import { listBackups } from '#host/db/stored-backups.ts'
import { checkSchema } from '#host/db/schema.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { dataFolder } from '../data-folder.ts'
import type { verifyFlags } from '../flags.ts'
import { print } from '#host/log/terminal.ts'
import { printVerdicts } from '../print-answers.ts'
import type { FlagValues } from './command.ts'
import { databaseOf, messageOf, ownStoresIn, timeText, tryToLease } from './stores.ts'

const tell = (line: string): void => {
  print(`${line}\n`)
}

/** Enough to see what it is. */
const maxFaults = 10

/** What is wrong in a file that nobody changes; empty if it is sound. Reads every page and index. */
function faultsOf(path: URL): string[] {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      const rows = db.prepare(`PRAGMA integrity_check(${String(maxFaults)})`).all()
      const faults = rows.map((row) => String(row['integrity_check']).replaceAll('\n', ' '))
      checkSchema(db)
      return faults.filter((fault) => fault !== 'ok')
    } finally {
      db.close()
    }
  } catch (cause) {
    return [messageOf(cause)]
  }
}

/** Reports the faults of a file; returns whether it has none. */
function isSound(name: string, path: URL): boolean {
  const faults = faultsOf(path)
  for (const fault of faults) tell(`${name} is damaged: ${fault}`)
  return faults.length === 0
}

/** Reports on the backups of a database; returns whether all are sound. */
function areBackupsSound(store: string, folder: string): boolean {
  const backups = listBackups(folder)
  const [newest] = backups
  if (newest === undefined) {
    tell(`${store}: there are no backups`)
    return true
  }
  let sound = 0
  for (const each of backups) {
    const name = `${store}: the backup ${String(each.number)} of ${timeText(each.at)}`
    if (isSound(name, immutableUrl(each.path))) sound += 1
  }
  tell(
    `${store}: ${String(sound)} of ${String(backups.length)} backups are sound, the newest is of ${timeText(newest.at)}`,
  )
  return sound === backups.length
}

/** `kitchen-pass verify`. Returns the exit code: 2 if the folder that was named is not there. */
export function runVerify(values: FlagValues<typeof verifyFlags>): number {
  const dataDir = dataFolder(values.data, process.env)
  const isThere = existsSync(dataDir)
  if (!isThere && values.data !== undefined) {
    tell(`There is no folder ${dataDir}`)
    return 2
  }
  const leased = isThere ? tryToLease(dataDir) : null
  if (leased?.obstacle === 'in-use') {
    tell(troubleLine('in-use', dataDir))
    return 1
  }
  // A folder that takes no lease because it is read-only is checked anyway.
  try {
    let isGood = printVerdicts(dataDir, tell, values.against) === 0
    for (const store of ownStoresIn(dataDir)) {
      const path = databaseOf(dataDir, store)
      if (isSound(`${store}: the database`, closedUrl(path)))
        tell(`${store}: the database is sound`)
      else isGood = false
      isGood = areBackupsSound(store, backupsOf(path)) && isGood
    }
    return isGood ? 0 : 1
  } finally {
    leased?.lease?.release()
  }
}
