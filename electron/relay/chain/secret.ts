import { createHash, randomBytes } from 'node:crypto'

/** A bearer or a key, long enough that nobody guesses it. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The hash by which a bearer or a key is known, SHA-256 in hexadecimal. */
export const secretHash = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
