import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closedUrl, immutableUrl } from '#host/db/separate-thread.ts'
import { tables } from '#host/nouns.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { faultsOfFile } from '#host/recovery/check-file.ts'
import { checkBackups, type CheckedBackup } from '#host/recovery/restore-backup.ts'
import { backupsOf } from '#host/recovery/stored-backups.ts'
import { dataFolder } from '../data-folder.ts'
import type { verifyFlags } from '../flags.ts'
import { print } from '../log.ts'
import { printVerdicts } from '../print-answers.ts'
import type { FlagValues } from './parse.ts'
import { databasesIn, timeText, tryToLease } from './stores.ts'

const tell = (line: string): void => {
  print(`${line}\n`)
}

/** Reports the faults of a file; returns whether it has none. */
function isSound(name: string, path: URL): boolean {
  const faults = faultsOfFile(path, tables)
  for (const fault of faults) tell(`${name} is damaged: ${fault}`)
  return faults.length === 0
}

const isWhole = ({ path }: CheckedBackup): boolean => path.endsWith('.sqlite')

/** Reports on the backups of a database; returns whether all are sound. */
async function areBackupsSound(file: string, folder: string): Promise<boolean> {
  const backups = await checkBackups(folder)
  const [newest] = backups
  if (newest === undefined) {
    tell(`${file}: there are no backups`)
    return true
  }
  let sound = 0
  for (const each of backups) {
    const name = `${file}: the backup ${String(each.commits)} of ${timeText(each.at)}`
    if (each.state !== 'sound') tell(`${name} is damaged, or one before it`)
    else if (!isWhole(each) || isSound(name, immutableUrl(each.path))) sound += 1
  }
  tell(
    `${file}: ${String(sound)} of ${String(backups.length)} backups are sound, the newest is of ${timeText(newest.at)}`,
  )
  return sound === backups.length
}

/** `kitchen-pass verify`. Returns the exit code: 2 if the folder that was named is not there. */
export async function runVerify(values: FlagValues<typeof verifyFlags>): Promise<number> {
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
    for (const file of databasesIn(dataDir)) {
      const path = join(dataDir, file)
      if (isSound(`${file}: the database`, closedUrl(path))) tell(`${file}: the database is sound`)
      else isGood = false
      isGood = (await areBackupsSound(file, backupsOf(path))) && isGood
    }
    return isGood ? 0 : 1
  } finally {
    leased?.lease?.release()
  }
}
