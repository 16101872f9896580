import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CloseOutVerdict } from '#contract/shifts.ts'
import { verifyChain } from './close-outs.ts'

/** What became of looking at one store's file; `words` where it could not be looked at. */
export interface FileVerdict {
  file: string
  verdict: CloseOutVerdict | null
  words: string | null
}

function verifyFile(path: string): CloseOutVerdict {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const table = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'close_outs'`).get()
    if (table === undefined) return { checked: 0, broken: null }
    return verifyChain({ all: (sql, ...values) => db.prepare(sql).all(...values) })
  } finally {
    db.close()
  }
}

/** Checks the close-outs of every store in a data folder that no Kitchen Pass has open. Changes nothing. */
export function verifyFiles(dataDir: string): FileVerdict[] {
  const files = readdirSync(dataDir).filter((file) => file.endsWith('.sqlite'))
  return files.toSorted().map((file) => {
    try {
      return { file, verdict: verifyFile(join(dataDir, file)), words: null }
    } catch (cause) {
      return { file, verdict: null, words: cause instanceof Error ? cause.message : String(cause) }
    }
  })
}
