import { existsSync, readdirSync } from 'node:fs'
import { makePrivateFolder } from '#host/db/files.ts'
import { checkBackups, type CheckedBackup } from '#host/backups/backup-checks.ts'
import { prepareRestore } from '#host/db/replace.ts'
import { backupsOf, isStoreFolder, scratchOf } from '#host/db/store-folder.ts'
import { listBackups, type StoredBackup } from '#host/db/stored-backups.ts'
import { dataFolder } from '../data-folder.ts'
import type { restoreFlags } from '../flags.ts'
import { print, say } from '#host/log/terminal.ts'
import type { FlagValues } from './command.ts'
import { isBackupFile, restoreFile } from './restore-file.ts'
import { agreeAndReplace, printTable } from './restore-steps.ts'
import {
  ageText,
  chooseStores,
  collectErrors,
  databaseOf,
  messageOf,
  sizeText,
  timeText,
  withLease,
} from './stores.ts'

const isSound = ({ state }: CheckedBackup): boolean => state === 'sound'

function printBackups(store: string, backups: readonly CheckedBackup[]): void {
  const now = Date.now()
  print(`${store}\n`)
  printTable([
    ['BACKUP', 'MADE', 'AGE', 'SIZE', 'CHECKED'],
    ...backups.map(({ number, at, bytes, state }) => [
      String(number),
      timeText(at),
      ageText(now - Date.parse(at)),
      sizeText(bytes),
      state,
    ]),
  ])
}

/** The folder of a store's backups, in a data folder or where `backup --to` made them. */
const backupsIn = (root: string, store: string): string => backupsOf(databaseOf(root, store))

const storesWithBackups = (root: string): string[] =>
  existsSync(root)
    ? readdirSync(root)
        .filter((name) => isStoreFolder(name) && listBackups(backupsIn(root, name)).length > 0)
        .toSorted()
    : []

/** Lists the backups of some stores. Returns the exit code. */
async function list(root: string, stores: readonly string[]): Promise<number> {
  let isGood = true
  for (const store of stores) {
    const backups = await checkBackups(backupsIn(root, store))
    printBackups(store, backups)
    isGood &&= backups.every(isSound)
  }
  return isGood ? 0 : 1
}

/** The backups that an argument means: the newest ones first, or those with a number. */
async function backupsMeant(folder: string, meant: string): Promise<StoredBackup[]> {
  if (meant === 'newest') return (await checkBackups(folder)).filter(isSound)
  return listBackups(folder).filter(({ number }) => String(number) === meant)
}

interface Chosen {
  dataDir: string
  root: string
  store: string
  meant: string
  isYes: boolean
}

/** Restores a backup in a folder that is leased. Returns the exit code. */
async function restore({ dataDir, root, store, meant, isYes }: Chosen): Promise<number> {
  const path = databaseOf(dataDir, store)
  const points = await backupsMeant(backupsIn(root, store), meant)
  if (points.length === 0 && meant !== 'newest') {
    say(`There is no backup ${meant} of ${store}. kitchen-pass restore --list lists them.\n`)
    return 2
  }
  const { log, causes } = collectErrors()
  for (const point of points) {
    const prepared = await prepareRestore(point, {
      path,
      next: scratchOf(path, 'restored'),
      now: Date.now(),
      log,
    })
    if (prepared === null) continue
    return agreeAndReplace({ path, at: point.at, prepared, isYes })
  }
  say(`It can’t be restored: ${causes.at(-1) ?? 'the backup is damaged'}. Nothing was changed.\n`)
  return 1
}

/** `kitchen-pass restore`. Returns the exit code. */
export async function runRestore(
  values: FlagValues<typeof restoreFlags>,
  meant: string | null,
): Promise<number> {
  const dataDir = dataFolder(values.data, process.env)
  if (values.from !== undefined && isBackupFile(values.from))
    return restoreFile(dataDir, values.from, values, meant)
  const root = values.from ?? dataDir
  const there = storesWithBackups(root)
  const { stores, fault } = chooseStores(there, values.database)
  if (there.length === 0 || fault !== null) {
    say(`${fault ?? `There are no backups in ${root}`}\n`)
    return there.length === 0 ? 1 : 2
  }
  if (values.list === true) return list(root, stores)
  const [store = '', ...others] = stores
  if (meant === null || others.length > 0) {
    say(
      meant === null
        ? 'Say which backup, or newest. kitchen-pass restore --list lists them.\n'
        : `There are backups of several stores: add --database with one of ${stores.join(', ')}.\n`,
    )
    return 2
  }
  if (!existsSync(dataDir)) makePrivateFolder(dataDir)
  try {
    const chosen = { dataDir, root, store, meant, isYes: values.yes === true }
    return await withLease(dataDir, () => restore(chosen))
  } catch (cause) {
    say(`The backup is not restored: ${messageOf(cause)}\n`)
    return 1
  }
}
