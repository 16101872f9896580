import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

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
export const sumOf = (parts: readonly (string | Uint8Array | null)[]): number =>
  parts.reduce<number>(
    (sum, part) => crc32(part ?? '', crc32(part === null ? '-' : `${String(part.length)}:`, sum)),
    0,
  )
