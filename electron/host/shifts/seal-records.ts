import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { readSealCode } from '#contract/shifts/seal-code.ts'
import { sealOf, type SealRecord } from '#domain/shifts/seal.ts'
import { listBackups } from '../db/stored-backups.ts'
import { immutableUrl } from '../db/files.ts'
import { headIn, parseDocument, sha256, type Reader } from './close-outs.ts'

/** The records that an argument of `--against` contains; `message` says why it cannot be used. */
export type ReadRecords =
  | { records: SealRecord[]; message: null }
  | { records: null; message: string }

/** The close-outs of an open file; null if it has no table of them. */
export function closeOutsOf(db: DatabaseSync): Reader | null {
  const table = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'close_outs'`).get()
  return table === undefined ? null : { all: (sql, ...values) => db.prepare(sql).all(...values) }
}

function headOfFile(path: string): SealRecord[] {
  const db = new DatabaseSync(immutableUrl(path), { readOnly: true })
  try {
    const closeOuts = closeOutsOf(db)
    const head = closeOuts === null ? null : headIn(closeOuts)
    return head === null ? [] : [{ ...head, source: basename(path) }]
  } finally {
    db.close()
  }
}

const placeSchema = z.object({ number: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/**
 * The end of the chain in each backup of a folder, without duplicates. Backups that cannot be read
 * are skipped.
 */
export function recordsOfBackups(folder: string): SealRecord[] {
  const records = listBackups(folder).flatMap(({ path }) => {
    try {
      return headOfFile(path)
    } catch {
      return []
    }
  })
  return [...new Map(records.map((each) => [`${String(each.number)} ${each.hash}`, each])).values()]
}

const exportSchema = placeSchema.extend({ head: placeSchema.optional() })

/**
 * The records in an exported close-out: its own position, and the end of the chain at the time of
 * the export.
 */
function recordsOfExport(text: string, source: string): ReadRecords {
  const read = exportSchema.safeParse(parseDocument(text))
  if (!read.success)
    return { records: null, message: 'it is neither a backup nor an exported close-out' }
  const { head: _head, ...document } = parseDocument(text) ?? {}
  const { number, hash, head } = read.data
  if (sealOf(document, sha256) !== hash)
    return { records: null, message: 'it was changed itself: its content is not what was sealed' }
  const places =
    head === undefined || head.number === number ? [{ number, hash }] : [{ number, hash }, head]
  return {
    records: places.map((place) => ({ number: place.number, hash: place.hash, source })),
    message: null,
  }
}

const beginningOfDatabase = 'SQLite format 3\0'

/** Reads the records to compare close-outs with: a code on paper, a backup, or an exported JSON file. */
export function readRecords(argument: string): ReadRecords {
  const code = readSealCode(argument)
  if (code !== null) return { records: [{ ...code, source: argument.trim() }], message: null }
  if (!existsSync(argument))
    return { records: null, message: 'it is no code, and no such file is there' }
  try {
    const bytes = readFileSync(argument)
    if (!bytes.subarray(0, beginningOfDatabase.length).equals(Buffer.from(beginningOfDatabase)))
      return recordsOfExport(bytes.toString('utf8'), basename(argument))
    const records = headOfFile(argument)
    return records.length > 0
      ? { records, message: null }
      : { records: null, message: 'it has no close-out' }
  } catch (cause) {
    return { records: null, message: cause instanceof Error ? cause.message : String(cause) }
  }
}
