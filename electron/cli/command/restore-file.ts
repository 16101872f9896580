import { existsSync, statSync } from 'node:fs'
import { backupFileEnd } from '#contract/backup-files/backup-file-limits.ts'
import { prepareFile } from '#host/db/replace.ts'
import { isSameStore, storeIn, type BackupAbout } from '#host/backup-file/about.ts'
import { openBackupFile, type OpenBackupFile } from '#host/backup-file/read-file.ts'
import { isDamage } from '#host/db/open.ts'
import { makePrivateFolder } from '#host/db/files.ts'
import { liveOf, removeScratch, scratchOf } from '#host/db/store-folder.ts'
import type { restoreFlags } from '../flags.ts'
import { print, say } from '#host/log/terminal.ts'
import { fileFault } from './file-faults.ts'
import { readFilePassphrase } from './file-passphrase.ts'
import type { FlagValues } from './command.ts'
import { agreeAndReplace, printTable } from './restore-steps.ts'
import {
  ageText,
  collectErrors,
  databaseOf,
  ownStoresIn,
  sizeText,
  timeText,
  withLease,
} from './stores.ts'

/** Whether `--from` is one encrypted file, not a folder of backups. */
export const isBackupFile = (from: string): boolean =>
  statSync(from, { throwIfNoEntry: false })?.isFile() ?? from.endsWith(backupFileEnd)

/**
 * The database that a backup may replace: that of the same store. In a data folder without any store
 * its folder gets the name that it had. Null if only other stores are there.
 */
function targetOf(about: BackupAbout, dataDir: string): string | null {
  const named = databaseOf(dataDir, about.folder)
  const there = ownStoresIn(dataDir).map((store) => databaseOf(dataDir, store))
  if (there.length === 0 || there.includes(named)) return named
  const isSame = (database: string): boolean =>
    isSameStore(about, { database, storeId: storeIn(database)?.id ?? null })
  return there.find(isSame) ?? null
}

/** Checks the whole file, and says what is in it. */
async function list(file: OpenBackupFile, path: string): Promise<number> {
  await file.copyTo(null)
  const { at, archiveBytes, bytes, folder, store } = file.about
  print(`${path}: ${store?.name ?? folder}\n`)
  printTable([
    ['MADE', 'AGE', 'SIZE', 'CHECKED'],
    [timeText(at), ageText(Date.now() - Date.parse(at)), sizeText(bytes + archiveBytes), 'sound'],
  ])
  return 0
}

/** Restores an opened file in a folder that is leased. */
async function restore(file: OpenBackupFile, dataDir: string, isYes: boolean): Promise<number> {
  const { about } = file
  const path = targetOf(about, dataDir)
  if (path === null) {
    say(
      `It is a backup of another store${about.store === null ? '' : ` (${about.store.name})`}. Nothing was changed. Restore it with --data in a folder of its own.\n`,
    )
    return 1
  }
  const next = scratchOf(path, 'restored')
  try {
    await file.copyTo(liveOf(next))
    const { log } = collectErrors()
    const prepared = await prepareFile(about.at, { path, next, now: Date.now(), log })
    return await agreeAndReplace({ path, at: about.at, prepared, isYes })
  } catch (cause) {
    removeScratch(next)
    throw cause
  }
}

/** `kitchen-pass restore --from FILE`. Returns the exit code. */
export async function restoreFile(
  dataDir: string,
  from: string,
  values: FlagValues<typeof restoreFlags>,
  meant: string | null,
): Promise<number> {
  if (values.database !== undefined || (meant !== null && meant !== 'newest')) {
    say(`A file has one backup of one store: leave out ${values.database ?? meant ?? ''}.\n`)
    return 2
  }
  const passphrase = await readFilePassphrase(from, values, { isNew: false })
  if (!passphrase.ok) {
    say(`${passphrase.error.detail ?? ''}\n`)
    return 2
  }
  try {
    const file = await openBackupFile(from, passphrase.value)
    try {
      if (values.list === true) return await list(file, from)
      if (!existsSync(dataDir)) makePrivateFolder(dataDir)
      return await withLease(dataDir, () => restore(file, dataDir, values.yes === true))
    } finally {
      await file.close()
    }
  } catch (cause) {
    const fault = isDamage(cause) ? 'the database in it is damaged' : fileFault(cause)
    say(`${from} can’t be restored: ${fault}. Nothing was changed.\n`)
    return 1
  }
}
