import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { StoreContents } from '#contract/backups/backups.ts'
import { contentsOf } from '#host/db/contents.ts'
import type { PreparedRestore } from '#host/db/replace.ts'
import { dataDirOf } from '#host/db/store-folder.ts'
import { print, say } from '#host/log/terminal.ts'
import { timeText } from './stores.ts'

/** Rows of text, each column as wide as its longest. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    print(`  ${cells.join('  ').trimEnd()}\n`)
  }
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
function printChanges(path: string, at: string, prepared: PreparedRestore): void {
  const [before = {}, after = {}] = [path, prepared.path].map(contentsOf)
  printTable([
    ['', 'now', 'after'],
    ['last change', writtenAt(path), timeText(at)],
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

/**
 * Shows what a prepared restore changes, asks if it may, and does it. `path` is the store's
 * database, whose folder is leased. Returns the exit code.
 */
export async function agreeAndReplace({
  path,
  at,
  prepared,
  isYes,
}: {
  path: string
  /** When the backup was made, ISO. */
  at: string
  prepared: PreparedRestore
  isYes: boolean
}): Promise<number> {
  print(`${basename(dirname(path))}: the backup of ${timeText(at)}\n`)
  printChanges(path, at, prepared)
  if (!isYes && !(await isAgreed())) {
    prepared.discard()
    say('Nothing was changed.\n')
    return 1
  }
  const keptAs = prepared.replace()
  const moved = keptAs === null ? '' : ` What was there is ${join(dataDirOf(path), keptAs)}`
  print(`The backup is restored. Start Kitchen Pass now.${moved}\n`)
  return 0
}
