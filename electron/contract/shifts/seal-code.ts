/** A position in the chain of close-outs: a number and its seal, or the first letters of the seal. */
export interface SealPlace {
  number: number
  /** SHA-256 in hex; at least its first `codeLetters`. */
  hash: string
}

/** How many letters of the seal are in its code: 64 bits, too many for anyone to find a match by trial. */
const codeLetters = 16

/** A seal in the form that people write down: `12-3f9a-1c2b-77d0-e1f5`. */
export const sealCode = ({ number, hash }: SealPlace): string =>
  [String(number), ...(hash.slice(0, codeLetters).match(/.{4}/g) ?? [])].join('-')

const written = /^(\d{1,9})-([0-9a-f]{16,64})$/

/** Parses a typed code, in small or capital letters and with spaces; null if it is not one. */
export function readSealCode(text: string): SealPlace | null {
  const [number, ...groups] = text
    .trim()
    .toLowerCase()
    .split(/[-\s]+/)
  const [, digits, hash] = written.exec(`${number ?? ''}-${groups.join('')}`) ?? []
  return digits === undefined || hash === undefined ? null : { number: Number(digits), hash }
}
