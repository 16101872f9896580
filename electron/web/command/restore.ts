import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '#host/db/files.ts'
import { checkBackups, type CheckedBackup } from '#host/backups/backup-checks.ts'
import { prepareRestore } from '#host/db/replace.ts'
import { listBackups, type StoredBackup } from '#host/db/stored-backups.ts'
import { dataFolder } from '../data-folder.ts'
import type { restoreFlags } from '../flags.ts'
import { print, say } from '../log.ts'
import type { FlagValues } from './parse.ts'
import { isBackupFile, restoreFile } from './restore-file.ts'
import { agreeAndReplace, printTable } from './restore-steps.ts'
import {
  ageText,
  chooseDatabases,
  collectErrors,
  databasesIn,
  messageOf,
  sizeText,
  timeText,
  withLease,
} from './stores.ts'

const isSound = ({ state }: CheckedBackup): boolean => state === 'sound'

function printBackups(file: string, backups: readonly CheckedBackup[]): void {
  const now = Date.now()
  print(`${file}\n`)
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

/** Lists the backups of some databases. Returns the exit code. */
async function list(root: string, files: readonly string[]): Promise<number> {
  let isGood = true
  for (const file of files) {
    const backups = await checkBackups(join(root, file))
    printBackups(file, backups)
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
  file: string
  meant: string
  isYes: boolean
}

/** Restores a backup in a folder that is leased. Returns the exit code. */
async function restore({ dataDir, root, file, meant, isYes }: Chosen): Promise<number> {
  const [path, folder] = [join(dataDir, file), join(root, file)]
  const points = await backupsMeant(folder, meant)
  if (points.length === 0 && meant !== 'newest') {
    say(`There is no backup ${meant} of ${file}. kitchen-pass restore --list lists them.\n`)
    return 2
  }
  const { log, causes } = collectErrors()
  for (const point of points) {
    const prepared = await prepareRestore(point, {
      path,
      next: `${path}-restored`,
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
  const root = values.from ?? join(dataDir, 'backups')
  const there = databasesIn(root).filter((file) => listBackups(join(root, file)).length > 0)
  const { files, fault } = chooseDatabases(there, values.database)
  if (there.length === 0 || fault !== null) {
    say(`${fault ?? `There are no backups in ${root}`}\n`)
    return there.length === 0 ? 1 : 2
  }
  if (values.list === true) return list(root, files)
  const [file = '', ...others] = files
  if (meant === null || others.length > 0) {
    say(
      meant === null
        ? 'Say which backup, or newest. kitchen-pass restore --list lists them.\n'
        : `There are backups of several databases: add --database with one of ${files.join(', ')}.\n`,
    )
    return 2
  }
  if (!existsSync(dataDir)) makePrivateFolder(dataDir)
  try {
    const chosen = { dataDir, root, file, meant, isYes: values.yes === true }
    return await withLease(dataDir, () => restore(chosen))
  } catch (cause) {
    say(`The backup is not restored: ${messageOf(cause)}\n`)
    return 1
  }
}
