import { hash } from 'node:crypto'
import type { CloseOutVerdict } from '#contract/shifts/shifts.ts'
import type { SealPlace } from '#contract/shifts/seal-code.ts'
import {
  checkChain,
  faultAgainst,
  faultOf,
  noHash,
  type KeptRow,
  type Sealing,
  type SealKey,
  type SealRecord,
} from '#domain/shifts/seal.ts'

/** As much of a database as reading the chain needs: also of a file that nobody has open (verify-files.ts). */
export interface Reader {
  all(sql: string, ...values: (string | number)[]): Record<string, unknown>[]
}

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** Seals with the key of the system's key store, or with none. */
export const sealingWith = (key: SealKey | null): Sealing => ({ hash: sha256, key })

const atOnce = 100

/** The columns that `keptRow` reads. */
export const rowColumns = 'number, shift_id, tap_id, corrects, document'

export function parseDocument(text: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const keptRow = (raw: Record<string, unknown>): KeptRow => ({
  number: Number(raw['number']),
  shiftId: String(raw['shift_id']),
  tapId: String(raw['tap_id']),
  corrects: raw['corrects'] === null ? null : Number(raw['corrects']),
  document: parseDocument(raw['document']),
})

/** The chain from its first row, some at a time: it grows for years. */
function* chainIn(db: Reader): Generator<KeptRow> {
  let after = -1
  for (;;) {
    const rows = db.all(
      `SELECT ${rowColumns} FROM close_outs WHERE number > ? ORDER BY number LIMIT ?`,
      after,
      atOnce,
    )
    for (const raw of rows) {
      const row = keptRow(raw)
      after = row.number
      yield row
    }
    if (rows.length < atOnce) return
  }
}

function writtenHead(db: Reader): SealPlace | null {
  const row = db.all('SELECT number, hash FROM close_out_head')[0]
  return row === undefined ? null : { number: Number(row['number']), hash: String(row['hash']) }
}

/** The last row that is there, and the written head where that has gone on: a number is never given twice. */
export function headIn(db: Reader): SealPlace | null {
  const last = db.all('SELECT number, document FROM close_outs ORDER BY number DESC LIMIT 1')[0]
  const written = parseDocument(last?.['document'])?.['hash']
  const hash = typeof written === 'string' ? written : noHash
  const found = last === undefined ? null : { number: Number(last['number']), hash }
  const head = writtenHead(db)
  return head !== null && head.number >= (found?.number ?? 0) ? head : found
}

/** The seal that stands at a number; null where no row is sound there. */
export function hashAt(db: Reader, number: number, sealing: Sealing): string | null {
  const raw = db.all(`SELECT ${rowColumns} FROM close_outs WHERE number = ?`, number)[0]
  if (raw === undefined) return null
  const row = keptRow(raw)
  return faultOf(row, sealing) === null ? String(row.document?.['hash']) : null
}

/** Whether the chain in a database holds, by itself and against what others remember of it. */
export function verifyChain(
  db: Reader,
  sealing: Sealing,
  records: readonly SealRecord[],
): CloseOutVerdict {
  const verdict = checkChain(chainIn(db), writtenHead(db), sealing)
  if (verdict.broken !== null) return verdict
  for (const record of records) {
    const broken = faultAgainst(record, hashAt(db, record.number, sealing))
    if (broken !== null) return { ...verdict, broken }
  }
  return verdict
}
