import { hash } from 'node:crypto'

/**
 * A hash over a row's version and columns, so that a bit that flipped on disk is not taken for what was written. Each
 * column with its length, so that no two rows look alike; JSON within them is not written anew for it.
 */
export const sealedHash = (version: number, columns: readonly unknown[]): string => {
  const parts = columns.map((column) => {
    if (column === null || column === undefined) return '-'
    const text = typeof column === 'string' ? column : JSON.stringify(column)
    return `${String(text.length)}:${text}`
  })
  return hash('sha256', `${String(version)} ${parts.join(' ')}`, 'hex')
}

/** Whether a row that was read as it stands has the hash of what it says. Its hash is over its columns, as the table has them. */
export function isSealed({ version, hash: written, ...columns }: Record<string, unknown>): boolean {
  return written === sealedHash(Number(version), Object.values(columns))
}
