import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Copies a database, which others may have open, into an empty file, and flushes the copy. */
export function copyDatabase({ from, to }: { from: string; to: string }): null {
  const db = new DatabaseSync(from, { readOnly: true })
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
  const copy = openSync(to, 'r+')
  fsyncSync(copy)
  closeSync(copy)
  return null
}

/** What SQLite finds wrong in a database, by its URL: its words, or the error that ended the check. */
export type DatabaseFault = { fault: string } | { error: string; errcode: unknown }

/** Checks every page. Null if nothing is wrong. */
export function checkDatabase({ url }: { url: string }): DatabaseFault | null {
  try {
    const db = new DatabaseSync(new URL(url), { readOnly: true })
    try {
      const outcome = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
      return outcome === 'ok' ? null : { fault: String(outcome) }
    } finally {
      db.close()
    }
  } catch (cause) {
    const errcode = cause instanceof Error && 'errcode' in cause ? cause.errcode : null
    return { error: String(cause), errcode }
  }
}
