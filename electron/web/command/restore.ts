import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { StoreContents } from '#contract/backups.ts'
import { makePrivateFolder } from '#host/db/files.ts'
import { closedUrl } from '#host/db/separate-thread.ts'
import { tables } from '#host/nouns.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { contentsOf } from '#host/recovery/contents.ts'
import {
  checkBackups,
  prepareRestore,
  type CheckedBackup,
  type PreparedRestore,
} from '#host/recovery/restore-backup.ts'
import { listBackups, type StoredBackup } from '#host/recovery/stored-backups.ts'
import { dataFolder } from '../data-folder.ts'
import type { restoreFlags } from '../flags.ts'
import { print, say } from '../log.ts'
import { unknownName, type FlagValues } from './parse.ts'
import {
  ageText,
  collectErrors,
  databasesIn,
  messageOf,
  sizeText,
  timeText,
  tryToLease,
} from './stores.ts'

/** Rows of text, each column as wide as its longest. */
function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    print(`  ${cells.join('  ').trimEnd()}\n`)
  }
}

const isSound = ({ state }: CheckedBackup): boolean => state === 'sound'

const stateText = (state: CheckedBackup['state']): string =>
  state === 'follows-damaged' ? 'one before it is damaged' : state

function printBackups(file: string, backups: readonly CheckedBackup[]): void {
  const now = Date.now()
  print(`${file}\n`)
  printTable([
    ['BACKUP', 'MADE', 'AGE', 'SIZE', 'CHECKED'],
    ...backups.map(({ commits, at, bytes, state }) => [
      String(commits),
      timeText(at),
      ageText(now - Date.parse(at)),
      sizeText(bytes),
      stateText(state),
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
  return listBackups(folder).filter(({ commits }) => String(commits) === meant)
}

/** When a database was last written. */
function writtenAt(path: string): string {
  const times = [path, `${path}-wal`].flatMap(
    (each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? [],
  )
  return times.length === 0 ? 'not there' : timeText(Math.max(...times))
}

const contentNames: Readonly<Record<keyof StoreContents, string>> = {
  openTickets: 'open tickets',
  tickets: 'tickets',
  reservations: 'reservations',
  closeOuts: 'close-outs',
  waiting: 'waiting to be sent',
}

/** Prints what is there now, and what would be there. */
function printChanges(path: string, point: StoredBackup, prepared: PreparedRestore): void {
  const [before = {}, after = {}] = [path, prepared.path].map((each) => contentsOf(closedUrl(each)))
  printTable([
    ['', 'now', 'after'],
    ['last change', writtenAt(path), timeText(point.at)],
    ...Object.entries(contentNames).map(([key, name]) => {
      const [then, now] = [after, before].map((each) => each[key as keyof StoreContents])
      return [name, String(now ?? 'can’t be read'), String(then ?? 'can’t be read')]
    }),
  ])
}

async function isAgreed(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin })
  print('What is there now moves to the folder quarantine. Type yes to restore: ')
  for await (const line of lines) {
    lines.close()
    return line.trim().toLowerCase() === 'yes'
  }
  print('\n')
  return false
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
    const prepared = await prepareRestore(point, { path, folder, tables, now: Date.now(), log })
    if (prepared === null) continue
    print(`${file}: backup ${String(point.commits)}\n`)
    printChanges(path, point, prepared)
    if (!isYes && !(await isAgreed())) {
      prepared.discard()
      say('Nothing was changed.\n')
      return 1
    }
    const keptAs = prepared.replace()
    const moved = keptAs === null ? '' : ` What was there is ${join(dataDir, 'quarantine', keptAs)}`
    print(`The backup is restored. Start Kitchen Pass now.${moved}\n`)
    return 0
  }
  say(`It can’t be restored: ${causes.at(-1) ?? 'the backup is damaged'}. Nothing was changed.\n`)
  return 1
}

/** The databases that are meant; a sentence if that is not clear. */
function choose(files: readonly string[], name: string | undefined, root: string) {
  if (name !== undefined && !files.includes(name))
    return { files: [], fault: unknownName('database', name, files) }
  if (files.length === 0) return { files, fault: `There are no backups in ${root}` }
  return { files: name === undefined ? files : [name], fault: null }
}

/** `kitchen-pass restore`. Returns the exit code. */
export async function runRestore(
  values: FlagValues<typeof restoreFlags>,
  meant: string | null,
): Promise<number> {
  const dataDir = dataFolder(values.data, process.env)
  const root = values.from ?? join(dataDir, 'backups')
  const there = databasesIn(root).filter((file) => listBackups(join(root, file)).length > 0)
  const { files, fault } = choose(there, values.database, root)
  if (fault !== null) {
    say(`${fault}\n`)
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
  const { lease, obstacle } = tryToLease(dataDir)
  if (lease === null) {
    say(`${troubleLine(obstacle, dataDir)}\n`)
    return 1
  }
  try {
    return await restore({ dataDir, root, file, meant, isYes: values.yes === true })
  } catch (cause) {
    say(`The backup is not restored: ${messageOf(cause)}\n`)
    return 1
  } finally {
    lease.release()
  }
}
