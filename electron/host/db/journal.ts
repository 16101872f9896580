import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'

/**
 * The number of the last commit, in a file next to the database. If the database has a smaller
 * number, it lost acknowledged commits. The file is written after each commit and never flushed: it
 * survives a killed process. After a power cut it may be older than the database, which is flushed,
 * but never newer.
 */
export interface Journal {
  /** The number in the file when it was opened; 0 if there was none. */
  readonly last: number
  write(commit: number): void
  close(): void
}

const digits = 16

/** For a database that needs no comparison, such as a copy. */
export const noJournal: Journal = { last: 0, write: () => undefined, close: () => undefined }

function readLast(file: number): number {
  const bytes = Buffer.alloc(digits)
  readSync(file, bytes, 0, digits, 0)
  const text = bytes.toString('latin1')
  return /^\d{16}$/u.test(text) ? Number(text) : 0
}

/** Creates a missing file, and never empties one. Windows has no O_NOFOLLOW, which counts as 0. */
const readAndWrite = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW

const journalOf = (database: string): string => `${database}-last`

export function openJournal(database: string): Journal {
  let file: number | null
  let last = 0
  try {
    file = openSync(journalOf(database), readAndWrite, 0o600)
    last = readLast(file)
  } catch {
    // If the folder can't be written, opening the database fails with a better error.
    file = null
  }
  return {
    last,
    write(commit) {
      if (file === null) return
      try {
        writeSync(file, String(commit).padStart(digits, '0'), 0, 'latin1')
      } catch {
        // The disk is full. The number is then too old, which is harmless.
      }
    },
    close() {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}
