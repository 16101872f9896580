import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Checksum, Raw } from './table.ts'

export type Column = string | number | Uint8Array | null

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** A JSON.stringify replacer: writes bytes as base64, a tenth of their size in plain JSON. */
export const bytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? base64(value) : value

function textOf(column: unknown): string {
  if (typeof column === 'string') return column
  return column instanceof Uint8Array ? base64(column) : JSON.stringify(column)
}

/**
 * A hash over a row's version and columns; it detects bits that flipped on disk. Each column has
 * its length, so that no two rows hash alike. JSON columns are hashed as stored text.
 */
export const sealedHash = (version: number, columns: readonly unknown[]): string => {
  const parts = columns.map((column) => {
    if (column === null || column === undefined) return '-'
    const text = textOf(column)
    return `${String(text.length)}:${text}`
  })
  return hash('sha256', `${String(version)} ${parts.join(' ')}`, 'hex')
}

/**
 * Whether a row read from the table has the right hash. The columns must be in the order of the
 * table.
 */
export function isSealed({ version, hash: written, ...columns }: Record<string, unknown>): boolean {
  return written === sealedHash(Number(version), Object.values(columns))
}

/**
 * A checksum for rows that are too long, or written too often, for a hash. It finds every flipped
 * bit at a tenth of the cost. Each value has its length, so that bytes can't move between values
 * undetected.
 */
const sumOf = (parts: readonly (string | Uint8Array | null)[]): number =>
  parts.reduce<number>(
    (sum, part) => crc32(part ?? '', crc32(part === null ? '-' : `${String(part.length)}:`, sum)),
    0,
  )

/** The columns that protect the rows of a table. */
interface Hold {
  readonly names: readonly string[]
  /** Their values for a row whose JSON is written; `values` are the row's own columns, in order. */
  of(raw: Raw, values: readonly Column[]): Column[]
  isAsWritten(raw: Raw): boolean
}

export function holdByHash(columns: readonly string[], version: number): Hold {
  return {
    names: ['version', 'hash'],
    of: (_raw, values) => [version, sealedHash(version, values)],
    isAsWritten(raw) {
      const written = Number(raw['version'])
      // From before there were hashes.
      if (raw['hash'] === null && written === 1) return true
      const values = columns.map((name) => raw[name])
      return raw['hash'] === sealedHash(written, values)
    },
  }
}

const partOf = (value: unknown): string | Uint8Array | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value)
}

/** Null if the checksum doesn't apply to this row. */
export function checksumOf({ over, later = [], unless }: Checksum, raw: Raw): number | null {
  if (unless?.(raw) === true) return null
  const parts = over.map((name) => partOf(raw[name]))
  for (const name of later) {
    const part = partOf(raw[name])
    if (part !== null) parts.push(part)
  }
  return sumOf(parts)
}

export const holdBySums = (sums: readonly Checksum[]): Hold => ({
  names: sums.map(({ column }) => column),
  of: (raw) => sums.map((each) => checksumOf(each, raw)),
  isAsWritten: (raw) =>
    sums.every((each) => {
      const written = raw[each.column] ?? null
      const sum = written === null ? null : checksumOf(each, raw)
      return sum === null || sum === written
    }),
})
