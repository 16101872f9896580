import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * The number of the last commit, in a file beside the database: a database that comes back with a smaller one has lost
 * what was acknowledged. It is written after each commit and never flushed. A killed process loses nothing of it; after a
 * power cut it may be older than the database, which is flushed, and never newer.
 */
export interface Journal {
  /** The number as the file had it when it was opened; 0 where it told none. */
  readonly last: number
  write(commit: number): void
  close(): void
}

const digits = 16

/** For a database that nobody compares: a copy that is looked at, or made. */
export const noJournal: Journal = { last: 0, write: () => undefined, close: () => undefined }

function readLast(file: number): number {
  const bytes = Buffer.alloc(digits)
  readSync(file, bytes, 0, digits, 0)
  const text = bytes.toString('latin1')
  return /^\d{16}$/u.test(text) ? Number(text) : 0
}

const journalOf = (database: string): string => `${database}-last`

/** Opens the journal of a database, making it where there is none. */
export function openJournal(database: string): Journal {
  let file: number | null
  let last = 0
  try {
    // Reading and writing, made where it is missing, and never emptied.
    file = openSync(journalOf(database), 'a+', 0o600)
    last = readLast(file)
    closeSync(file)
    file = openSync(journalOf(database), 'r+')
  } catch {
    // A folder that takes no files keeps the database itself from opening, and says so better.
    file = null
  }
  return {
    last,
    write(commit) {
      if (file === null) return
      try {
        writeSync(file, String(commit).padStart(digits, '0'), 0, 'latin1')
      } catch {
        // A full disk: what it says is too old then, which accuses nobody.
      }
    },
    close() {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}
