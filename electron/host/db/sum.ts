import { crc32 } from 'node:zlib'

/**
 * A checksum of what is too long, or written too often, for a hash (seal.ts): it finds every bit that flipped, and costs a
 * tenth. Each part with its length, so that nothing moves from one to the next unseen.
 */
export const sumOf = (...parts: readonly (string | Uint8Array | null)[]): number =>
  parts.reduce<number>(
    (sum, part) => crc32(part ?? '', crc32(part === null ? '-' : `${String(part.length)}:`, sum)),
    0,
  )

/** What was written before there were checksums has none, and is believed. */
export const hasSum = (
  written: unknown,
  ...parts: readonly (string | Uint8Array | null)[]
): boolean => written === null || written === undefined || written === sumOf(...parts)
