import { hash } from 'node:crypto'
import type { CloseOut, CloseOutRow, CloseOutVerdict } from '#contract/shifts/shifts.ts'
import type { SealPlace } from '#contract/shifts/seal-code.ts'
import {
  checkChain,
  compareWithRecord,
  faultOf,
  noHash,
  sealed,
  type SealedRow,
  type Sealing,
  type SealKey,
  type SealRecord,
  type Unsealed,
} from '#domain/shifts/seal.ts'

/**
 * The part of a database that checking the chain needs, so that it also works on a file that no
 * process has open.
 */
export interface Reader {
  all(sql: string, ...values: (string | number)[]): Record<string, unknown>[]
}

interface Writer extends Reader {
  run(sql: string, ...values: (string | number | null)[]): number
}

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

export const sealingWith = (key: SealKey | null): Sealing => ({ hash: sha256, key })

/** The chain grows for years, so rows are read in blocks of this size. */
const atOnce = 100

const rowColumns = 'number, shift_id, tap_id, corrects, document'

/** Parses the JSON of a close-out; null if it is not an object. */
export function parseDocument(text: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(String(text))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const storedRow = (raw: Record<string, unknown>): SealedRow => ({
  number: Number(raw['number']),
  shiftId: String(raw['shift_id']),
  tapId: String(raw['tap_id']),
  corrects: raw['corrects'] === null ? null : Number(raw['corrects']),
  document: parseDocument(raw['document']),
})

function* chainIn(db: Reader): Generator<SealedRow> {
  let after = -1
  for (;;) {
    const rows = db.all(
      `SELECT ${rowColumns} FROM close_outs WHERE number > ? ORDER BY number LIMIT ?`,
      after,
      atOnce,
    )
    for (const raw of rows) {
      const row = storedRow(raw)
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

/**
 * The end of the chain: the last row, or the recorded head if that has a higher number. No number
 * is used twice.
 */
export function headIn(db: Reader): SealPlace | null {
  const last = db.all('SELECT number, document FROM close_outs ORDER BY number DESC LIMIT 1')[0]
  const written = parseDocument(last?.['document'])?.['hash']
  const hash = typeof written === 'string' ? written : noHash
  const place = last === undefined ? null : { number: Number(last['number']), hash }
  const head = writtenHead(db)
  return head !== null && head.number >= (place?.number ?? 0) ? head : place
}

/** The seal of a number; null if its row is missing or broken. */
export function hashAt(db: Reader, number: number, sealing: Sealing): string | null {
  const raw = db.all(`SELECT ${rowColumns} FROM close_outs WHERE number = ?`, number)[0]
  if (raw === undefined) return null
  const row = storedRow(raw)
  return faultOf(row, sealing) === null ? String(row.document?.['hash']) : null
}

/** Checks the chain in a database, by itself and against records from elsewhere. */
export function verifyChain(
  db: Reader,
  sealing: Sealing,
  records: readonly SealRecord[],
): CloseOutVerdict {
  const verdict = checkChain(chainIn(db), writtenHead(db), sealing)
  if (verdict.broken !== null) return verdict
  for (const record of records) {
    const broken = compareWithRecord(record, hashAt(db, record.number, sealing))
    if (broken !== null) return { ...verdict, broken }
  }
  return verdict
}

/** The sum over all methods; null if one is unknown because the store has not said where tips are. */
const overShortOf = ({ overShort }: CloseOut): number | null =>
  overShort.reduce<number | null>(
    (total, { known: amount }) => (total === null || amount === null ? null : total + amount),
    0,
  )

/** A row of the list. `closeOut` is null if it is broken; then the row shows only its columns. */
function listRow(
  { number, shiftId, corrects }: SealedRow,
  closeOut: CloseOut | null,
  correctedBy: number[],
): CloseOutRow {
  return {
    number,
    shiftId,
    businessDay: closeOut?.businessDay ?? '',
    sealedAt: closeOut?.sealedAt ?? '',
    signedBy: closeOut?.signedBy ?? '',
    currency: closeOut?.currency ?? null,
    decimals: closeOut?.decimals ?? 2,
    paid: closeOut?.figures.all.amount ?? 0,
    toCheck: closeOut?.figures.all.toCheck ?? 0,
    overShort: closeOut === null ? null : overShortOf(closeOut),
    corrects,
    correctedBy,
    isBroken: closeOut === null,
  }
}

/**
 * The sealed close-outs. Unlike other rows, a broken one is never set aside, since that would be a
 * change, and the table refuses every update and delete. Writes belong into the caller's
 * transaction.
 */
export class CloseOuts {
  readonly #db: Writer
  readonly #sealing: Sealing
  readonly #records: () => SealRecord[]

  /**
   * `key` is the key of the system's key store; `records` returns what is recorded about the chain
   * outside of the database.
   */
  constructor(db: Writer, key: SealKey | null = null, records: () => SealRecord[] = () => []) {
    this.#db = db
    this.#sealing = sealingWith(key)
    this.#records = records
  }

  add(document: Omit<Unsealed, 'number' | 'previousHash' | 'tapId'>, tapId: string): CloseOut {
    const previous = this.head() ?? { number: 0, hash: noHash }
    const place = { number: previous.number + 1, previousHash: previous.hash, tapId }
    const closeOut = sealed({ ...document, ...place }, this.#sealing)
    this.#db.run(
      'INSERT INTO close_outs (number, shift_id, tap_id, corrects, document) VALUES (?, ?, ?, ?, ?)',
      closeOut.number,
      closeOut.shiftId,
      tapId,
      closeOut.corrects?.number ?? null,
      JSON.stringify(closeOut),
    )
    this.#db.run(
      'INSERT OR REPLACE INTO close_out_head (only, number, hash) VALUES (1, ?, ?)',
      closeOut.number,
      closeOut.hash,
    )
    return closeOut
  }

  /** Null if there is none, or it is not what was sealed. */
  get(number: number): CloseOut | null {
    return this.#one('number = ?', number)
  }

  has(number: number): boolean {
    return this.#numbers('number = ?', number).length > 0
  }

  byTap(tapId: string): CloseOut | null {
    return this.#one('tap_id = ?', tapId)
  }

  ofShift(shiftId: string): number[] {
    return this.#numbers('shift_id = ? ORDER BY number', shiftId)
  }

  /** The number of the correction of a close-out, as a list of none or one. */
  correctedBy(number: number): number[] {
    return this.#numbers('corrects = ?', number)
  }

  /** Close-outs below a number, newest first; null starts at the newest. */
  list(before: number | null, limit: number): CloseOutRow[] {
    const below = before ?? Number.MAX_SAFE_INTEGER
    return this.#rows('WHERE number < ? ORDER BY number DESC LIMIT ?', below, limit).map((row) =>
      listRow(row, this.#documentOf(row), this.correctedBy(row.number)),
    )
  }

  /** Readable close-outs, newest first. */
  recent(limit: number): CloseOut[] {
    return this.#documents('ORDER BY number DESC LIMIT ?', limit)
  }

  /** Those that nothing corrects. */
  valid(limit: number): CloseOut[] {
    return this.#documents(
      'WHERE number NOT IN (SELECT corrects FROM close_outs WHERE corrects IS NOT NULL) ORDER BY number DESC LIMIT ?',
      limit,
    )
  }

  /** The end of the chain; null before the first close-out. */
  head(): SealPlace | null {
    return headIn(this.#db)
  }

  verify(): CloseOutVerdict {
    return verifyChain(this.#db, this.#sealing, this.#records())
  }

  /** Null if the row is not what was sealed: then nothing in it can be trusted. */
  #documentOf(row: SealedRow): CloseOut | null {
    return faultOf(row, this.#sealing) === null ? (row.document as unknown as CloseOut) : null
  }

  #documents(rest: string, limit: number): CloseOut[] {
    return this.#rows(rest, limit).flatMap((row) => this.#documentOf(row) ?? [])
  }

  #rows(rest: string, ...values: (string | number)[]): SealedRow[] {
    return this.#db.all(`SELECT ${rowColumns} FROM close_outs ${rest}`, ...values).map(storedRow)
  }

  #one(where: string, value: string | number): CloseOut | null {
    const [row] = this.#rows(`WHERE ${where}`, value)
    return row === undefined ? null : this.#documentOf(row)
  }

  #numbers(where: string, value: string | number): number[] {
    return this.#db
      .all(`SELECT number FROM close_outs WHERE ${where}`, value)
      .map((row) => Number(row['number']))
  }
}
