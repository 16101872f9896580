/** A place in the chain of close-outs: a number, and the seal that stands there, or the beginning of it. */
export interface SealPlace {
  number: number
  /** SHA-256 in hex; at least `codeLetters` of it. */
  hash: string
}

/** So much of a seal stands in its code: 64 bits, which nobody meets by trying. */
const codeLetters = 16

/** A seal as people write it down: `12-3f9a-1c2b-77d0-e1f5`. */
export const sealCode = ({ number, hash }: SealPlace): string =>
  [String(number), ...(hash.slice(0, codeLetters).match(/.{4}/g) ?? [])].join('-')

const written = /^(\d{1,9})-([0-9a-f]{16,64})$/

/** Reads a code as a person types it, in small letters or large, with blanks; null where it is none. */
export function readSealCode(text: string): SealPlace | null {
  const [number, ...groups] = text
    .trim()
    .toLowerCase()
    .split(/[-\s]+/)
  const [, digits, hash] = written.exec(`${number ?? ''}-${groups.join('')}`) ?? []
  return digits === undefined || hash === undefined ? null : { number: Number(digits), hash }
}
