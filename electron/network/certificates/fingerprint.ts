import { createHash } from 'node:crypto'
import { fingerprintWords } from './words.ts'

/** SHA-256 of a certificate, as words and as hexadecimal pairs. */
export function fingerprintOf(der: Uint8Array): { words: string; fingerprint: string } {
  const hash = createHash('sha256').update(der).digest()
  const pairs = [...hash].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase())
  return { words: fingerprintWords(hash), fingerprint: pairs.join(':') }
}
