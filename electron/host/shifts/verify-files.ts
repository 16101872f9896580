import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrokenSeal, CloseOutVerdict } from '#contract/shifts/shifts.ts'
import { faultAgainst, type SealRecord } from '#domain/shifts/seal.ts'
import { backupsOf } from '../recovery/kept-backups.ts'
import { hashAt, sealingWith, verifyChain, type Reader } from './close-outs.ts'
import { recordsOfBackups } from './seal-records.ts'

/** What became of looking at one store's file; `words` where it could not be looked at. */
export interface FileVerdict {
  file: string
  verdict: CloseOutVerdict | null
  words: string | null
  /** What is given from outside, each with what is wrong with it here; null where nothing is. */
  against: { record: SealRecord; broken: BrokenSeal | null }[]
}

const nothing: CloseOutVerdict = { checked: 0, withKey: 0, otherKey: 0, keyless: 0, broken: null }
/** No key of another system's key store is here. */
const sealing = sealingWith(null)

function verifyFile(path: string, given: readonly SealRecord[]): Omit<FileVerdict, 'file'> {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const hasTable =
      db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'close_outs'`).get() !== undefined
    const reader: Reader = { all: (sql, ...values) => db.prepare(sql).all(...values) }
    const hashOf = (number: number) => (hasTable ? hashAt(reader, number, sealing) : null)
    const ofBackups = recordsOfBackups(backupsOf(path))
    return {
      verdict: hasTable ? verifyChain(reader, sealing, ofBackups) : nothing,
      words: null,
      against: given.map((record) => ({
        record,
        broken: faultAgainst(record, hashOf(record.number)),
      })),
    }
  } finally {
    db.close()
  }
}

/**
 * Checks the close-outs of every store in a data folder that no Kitchen Pass has open: by themselves, against their own
 * backups, and against what is given from outside. Changes nothing.
 */
export function verifyFiles(dataDir: string, given: readonly SealRecord[] = []): FileVerdict[] {
  const files = readdirSync(dataDir).filter((file) => file.endsWith('.sqlite'))
  return files.toSorted().map((file) => {
    try {
      return { file, ...verifyFile(join(dataDir, file), given) }
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause)
      return { file, verdict: null, words, against: [] }
    }
  })
}
