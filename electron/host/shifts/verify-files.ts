import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrokenSeal, CloseOutVerdict } from '#contract/shifts/shifts.ts'
import { compareWithRecord, type SealRecord } from '#domain/shifts/seal.ts'
import { closedUrl } from '../db/files.ts'
import { backupsOf, liveOf, storesIn } from '../db/store-folder.ts'
import { hashAt, sealingWith, verifyChain } from './close-outs.ts'
import { closeOutsOf, recordsOfBackups } from './seal-records.ts'

/** The verdict on the file in one store's folder; `text` says why it could not be read. */
export interface FileVerdict {
  folder: string
  verdict: CloseOutVerdict | null
  text: string | null
  /** Each record from outside, and what is wrong with it in this file; null if nothing is. */
  against: { record: SealRecord; broken: BrokenSeal | null }[]
}

const nothing: CloseOutVerdict = { checked: 0, withKey: 0, otherKey: 0, keyless: 0, broken: null }
/** The key is in the key store of the system that sealed, so this check uses none. */
const sealing = sealingWith(null)

function verifyFile(path: string, records: readonly SealRecord[]): Omit<FileVerdict, 'folder'> {
  const db = new DatabaseSync(closedUrl(path), { readOnly: true })
  try {
    const closeOuts = closeOutsOf(db)
    const ofBackups = recordsOfBackups(backupsOf(path))
    return {
      verdict: closeOuts === null ? nothing : verifyChain(closeOuts, sealing, ofBackups),
      text: null,
      against: records.map((record) => {
        const hash = closeOuts === null ? null : hashAt(closeOuts, record.number, sealing)
        return { record, broken: compareWithRecord(record, hash) }
      }),
    }
  } finally {
    db.close()
  }
}

/**
 * Checks the close-outs of every store in a data folder that no Kitchen Pass has open: by
 * themselves, against their own backups, and against the given records. It changes nothing.
 */
export function verifyFiles(dataDir: string, records: readonly SealRecord[] = []): FileVerdict[] {
  return storesIn(dataDir).map((folder) => {
    try {
      return { folder, ...verifyFile(liveOf(join(dataDir, folder)), records) }
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause)
      return { folder, verdict: null, text, against: [] }
    }
  })
}
