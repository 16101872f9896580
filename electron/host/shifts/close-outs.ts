import { hash } from 'node:crypto'
import type { CloseOut, CloseOutRow, CloseOutVerdict } from '#contract/shifts.ts'
import {
  canonical,
  checkChain,
  noHash,
  sealed,
  type ChainHead,
  type KeptDocument,
} from '#domain/shifts/seal.ts'

/** As much of a database as reading the chain needs: also of a file that nobody has open (verify-files.ts). */
export interface Reader {
  all(sql: string, ...values: (string | number)[]): Record<string, unknown>[]
}

interface Writer extends Reader {
  run(sql: string, ...values: (string | number | null)[]): number
}

/**
 * The sealed close-outs. Not rows like others: one that is broken is never set aside, since that would be a change, and the
 * table lets nobody write over it. Writes belong into the caller's transaction.
 */
export interface CloseOuts {
  /** Numbers, links and seals a document, and keeps it. */
  add(document: Omit<CloseOut, 'number' | 'previousHash' | 'hash'>, tapId: string): CloseOut
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
  verify(): CloseOutVerdict
}

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

const atOnce = 100

function parsed(text: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** The chain from its first document, some at a time: it grows for years. */
function* documents(db: Reader): Generator<KeptDocument> {
  let after = -1
  for (;;) {
    const rows = db.all(
      'SELECT number, document FROM close_outs WHERE number > ? ORDER BY number LIMIT ?',
      after,
      atOnce,
    )
    for (const row of rows) {
      after = Number(row['number'])
      yield { number: after, document: parsed(row['document']) }
    }
    if (rows.length < atOnce) return
  }
}

function headOf(db: Reader): ChainHead | null {
  const row = db.all('SELECT number, hash FROM close_out_head')[0]
  return row === undefined ? null : { number: Number(row['number']), hash: String(row['hash']) }
}

/** Whether the chain in a database holds. */
export const verifyChain = (db: Reader): CloseOutVerdict =>
  checkChain(documents(db), headOf(db), sha256)

/** Null where it is not what was sealed: then nothing that it says can be shown for true. */
function readSealed(text: unknown): CloseOut | null {
  const document = parsed(text)
  if (document === null) return null
  const { hash: written, ...content } = document
  return written === sha256(canonical(content)) ? (document as unknown as CloseOut) : null
}

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
  overShort: null,
  corrects: raw['corrects'] === null ? null : Number(raw['corrects']),
  correctedBy,
  isBroken: true,
})

export function createCloseOuts(db: Writer): CloseOuts {
  const numbers = (sql: string, value: string | number): number[] =>
    db.all(sql, value).map((row) => Number(row['number']))

  const correctedBy = (number: number): number[] =>
    numbers('SELECT number FROM close_outs WHERE corrects = ?', number)

  /** The last that is there, and the head where that has gone on: a number is never given twice. */
  function end(): ChainHead {
    const last = db.all('SELECT number, document FROM close_outs ORDER BY number DESC LIMIT 1')[0]
    const written = parsed(last?.['document'])?.['hash']
    const found = {
      number: Number(last?.['number'] ?? 0),
      hash: typeof written === 'string' ? written : noHash,
    }
    const head = headOf(db)
    return head !== null && head.number >= found.number ? head : found
  }

  const one = (where: string, value: string | number): CloseOut | null =>
    readSealed(db.all(`SELECT document FROM close_outs WHERE ${where}`, value)[0]?.['document'])

  return {
    add(document, tapId) {
      const previous = end()
      const closeOut = sealed(
        { ...document, number: previous.number + 1, previousHash: previous.hash },
        sha256,
      )
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
          'SELECT number, shift_id, corrects, document FROM close_outs WHERE number < ? ORDER BY number DESC LIMIT ?',
          before ?? Number.MAX_SAFE_INTEGER,
          limit,
        )
        .map((raw) => {
          const closeOut = readSealed(raw['document'])
          const by = correctedBy(Number(raw['number']))
          return closeOut === null ? brokenRow(raw, by) : rowOf(closeOut, by)
        }),
    recent: (limit) =>
      db
        .all('SELECT document FROM close_outs ORDER BY number DESC LIMIT ?', limit)
        .flatMap((raw) => readSealed(raw['document']) ?? []),
    verify: () => verifyChain(db),
  }
}
