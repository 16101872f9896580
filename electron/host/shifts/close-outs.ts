import type { CloseOut, CloseOutRow, CloseOutVerdict } from '#contract/shifts/shifts.ts'
import type { SealPlace } from '#contract/shifts/seal-code.ts'
import {
  faultOf,
  noHash,
  sealed,
  type SealKey,
  type SealRecord,
  type Unsealed,
} from '#domain/shifts/seal.ts'
import {
  headIn,
  keptRow,
  rowColumns,
  sealingWith,
  verifyChain,
  type Reader,
} from './close-out-rows.ts'

interface Writer extends Reader {
  run(sql: string, ...values: (string | number | null)[]): number
}

/**
 * The sealed close-outs. Not rows like others: one that is broken is never set aside, since that would be a change, and the
 * table lets nobody write over it. Writes belong into the caller's transaction.
 */
export interface CloseOuts {
  /** Numbers, links and seals a document, and keeps it. */
  add(document: Omit<Unsealed, 'number' | 'previousHash' | 'tapId'>, tapId: string): CloseOut
  /** Null where there is none, or it is not what was sealed. */
  get(number: number): CloseOut | null
  has(number: number): boolean
  byTap(tapId: string): CloseOut | null
  /** The numbers of a shift's documents, the first one first. */
  ofShift(shiftId: string): number[]
  /** The number of what corrects one; none, or one. */
  correctedBy(number: number): number[]
  /** The newest below a number. */
  list(before: number | null, limit: number): CloseOutRow[]
  /** Those that can be read, the newest first. */
  recent(limit: number): CloseOut[]
  /** Where the chain ends; null before the first. */
  head(): SealPlace | null
  verify(): CloseOutVerdict
}

interface CloseOutsDeps {
  /** Of the system's key store; null where it keeps none. */
  key: SealKey | null
  /** What is remembered of the chain outside of the database. */
  records(): SealRecord[]
}

const aloneInFile: CloseOutsDeps = { key: null, records: () => [] }

/** All methods together, where it is known where tips are. */
const overShortOf = ({ overShort }: CloseOut): number | null =>
  overShort.reduce<number | null>(
    (total, { known }) => (total === null || known === null ? null : total + known),
    0,
  )

const rowOf = (closeOut: CloseOut, correctedBy: number[]): CloseOutRow => ({
  number: closeOut.number,
  shiftId: closeOut.shiftId,
  businessDay: closeOut.businessDay,
  sealedAt: closeOut.sealedAt,
  signedBy: closeOut.signedBy,
  currency: closeOut.currency,
  decimals: closeOut.decimals,
  paid: closeOut.figures.all.amount,
  toCheck: closeOut.figures.all.toCheck ?? 0,
  overShort: overShortOf(closeOut),
  corrects: closeOut.corrects?.number ?? null,
  correctedBy,
  isBroken: false,
})

/** What can be said of one that cannot be read. */
const brokenRow = (raw: Record<string, unknown>, correctedBy: number[]): CloseOutRow => ({
  number: Number(raw['number']),
  shiftId: String(raw['shift_id']),
  businessDay: '',
  sealedAt: '',
  signedBy: '',
  currency: null,
  decimals: 2,
  paid: 0,
  toCheck: 0,
  overShort: null,
  corrects: raw['corrects'] === null ? null : Number(raw['corrects']),
  correctedBy,
  isBroken: true,
})

export function createCloseOuts(
  db: Writer,
  { key, records }: CloseOutsDeps = aloneInFile,
): CloseOuts {
  const sealing = sealingWith(key)

  /** Null where a row is not what was sealed: then nothing that it says can be shown for true. */
  function readSealed(raw: Record<string, unknown> | undefined): CloseOut | null {
    if (raw === undefined) return null
    const row = keptRow(raw)
    return faultOf(row, sealing) === null ? (row.document as unknown as CloseOut) : null
  }

  const numbers = (sql: string, value: string | number): number[] =>
    db.all(sql, value).map((row) => Number(row['number']))

  const correctedBy = (number: number): number[] =>
    numbers('SELECT number FROM close_outs WHERE corrects = ?', number)

  const one = (where: string, value: string | number): CloseOut | null =>
    readSealed(db.all(`SELECT ${rowColumns} FROM close_outs WHERE ${where}`, value)[0])

  return {
    add(document, tapId) {
      const previous = headIn(db) ?? { number: 0, hash: noHash }
      const place = { number: previous.number + 1, previousHash: previous.hash, tapId }
      const closeOut = sealed({ ...document, ...place }, sealing)
      db.run(
        'INSERT INTO close_outs (number, shift_id, tap_id, corrects, document) VALUES (?, ?, ?, ?, ?)',
        closeOut.number,
        closeOut.shiftId,
        tapId,
        closeOut.corrects?.number ?? null,
        JSON.stringify(closeOut),
      )
      db.run(
        'INSERT OR REPLACE INTO close_out_head (only, number, hash) VALUES (1, ?, ?)',
        closeOut.number,
        closeOut.hash,
      )
      return closeOut
    },
    get: (number) => one('number = ?', number),
    has: (number) => numbers('SELECT number FROM close_outs WHERE number = ?', number).length > 0,
    byTap: (tapId) => one('tap_id = ?', tapId),
    ofShift: (shiftId) =>
      numbers('SELECT number FROM close_outs WHERE shift_id = ? ORDER BY number', shiftId),
    correctedBy,
    list: (before, limit) =>
      db
        .all(
          `SELECT ${rowColumns} FROM close_outs WHERE number < ? ORDER BY number DESC LIMIT ?`,
          before ?? Number.MAX_SAFE_INTEGER,
          limit,
        )
        .map((raw) => {
          const closeOut = readSealed(raw)
          const by = correctedBy(Number(raw['number']))
          return closeOut === null ? brokenRow(raw, by) : rowOf(closeOut, by)
        }),
    recent: (limit) =>
      db
        .all(`SELECT ${rowColumns} FROM close_outs ORDER BY number DESC LIMIT ?`, limit)
        .flatMap((raw) => readSealed(raw) ?? []),
    head: () => headIn(db),
    verify: () => verifyChain(db, sealing, records()),
  }
}
