import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Checksum, Raw } from './table.ts'

export type Column = string | number | Uint8Array | null

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** For JSON.stringify: bytes as the file has them as base64, which takes a tenth of how JSON would write them. */
export const bytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? base64(value) : value

function textOf(column: unknown): string {
  if (typeof column === 'string') return column
  return column instanceof Uint8Array ? base64(column) : JSON.stringify(column)
}

/**
 * A hash over a row's version and columns, so that a bit that flipped on disk is not taken for what was written. Each
 * column with its length, so that no two rows look alike; JSON within them is not written anew for it.
 */
export const sealedHash = (version: number, columns: readonly unknown[]): string => {
  const parts = columns.map((column) => {
    if (column === null || column === undefined) return '-'
    const text = textOf(column)
    return `${String(text.length)}:${text}`
  })
  return hash('sha256', `${String(version)} ${parts.join(' ')}`, 'hex')
}

/** Whether a row that was read as it stands has the hash of what it says. Its hash is over its columns, as the table has them. */
export function isSealed({ version, hash: written, ...columns }: Record<string, unknown>): boolean {
  return written === sealedHash(Number(version), Object.values(columns))
}

/**
 * A checksum of what is too long, or written too often, for a hash: it finds every bit that flipped, and costs a tenth.
 * Each part with its length, so that nothing moves from one to the next unseen.
 */
const sumOf = (parts: readonly (string | Uint8Array | null)[]): number =>
  parts.reduce<number>(
    (sum, part) => crc32(part ?? '', crc32(part === null ? '-' : `${String(part.length)}:`, sum)),
    0,
  )

/** What holds the rows of a table: columns beside its own. */
interface Hold {
  readonly names: readonly string[]
  /** Those columns for a row, its JSON written; `values` are those of its own columns, in their order. */
  of(raw: Raw, values: readonly Column[]): Column[]
  isAsWritten(raw: Raw): boolean
}

/** Rows with a version and a hash over all their columns. */
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

/** A checksum of a row; null where it says nothing of that. */
export function checksumOf({ over, later = [], unless }: Checksum, raw: Raw): number | null {
  if (unless?.(raw) === true) return null
  const parts = over.map((name) => partOf(raw[name]))
  for (const name of later) {
    const part = partOf(raw[name])
    if (part !== null) parts.push(part)
  }
  return sumOf(parts)
}

/** Rows with checksums over some of their columns each. */
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
