import { createHash } from 'node:crypto'

/** Letters that look unlike each other. */
const consonants = 'bdfgklmnprstvzjx'
const vowels = 'aiou'
const wordCount = 8
const bitsOfWord = 12

/**
 * The first 96 bits of a hash as eight words that people can say and compare. They are the same in
 * every language, because the two screens may have different ones.
 */
export function fingerprintWords(hash: Uint8Array): string {
  const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const numberAt = (start: number, length: number): number =>
    Number.parseInt(bits.slice(start, start + length), 2)
  const word = (_: unknown, index: number): string => {
    const start = index * bitsOfWord
    return [0, 6]
      .map((half) => start + half)
      .map((at) => `${consonants[numberAt(at, 4)] ?? ''}${vowels[numberAt(at + 4, 2)] ?? ''}`)
      .join('')
  }
  return Array.from({ length: wordCount }, word).join(' ')
}

/** SHA-256 of a certificate, as words and as hexadecimal pairs. */
export function fingerprintOf(der: Uint8Array): { words: string; fingerprint: string } {
  const hash = createHash('sha256').update(der).digest()
  const pairs = [...hash].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase())
  return { words: fingerprintWords(hash), fingerprint: pairs.join(':') }
}
