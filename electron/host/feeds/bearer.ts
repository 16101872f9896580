import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Tokens by their hashes. Two are valid during a rotation; an empty list accepts nobody. */
export function hashTokens(secret: string | null): Buffer[] {
  return (secret ?? '')
    .split('\n')
    .map((token) => token.trim())
    .filter((token) => token !== '')
    .slice(0, 2)
    .map(hash)
}

/**
 * Whether an Authorization header carries one of the tokens. Hashed, then compared in constant time: hashes have one
 * length, so any header can be compared, and every token is looked at.
 */
export function isBearer(header: string | undefined, accepted: readonly Buffer[]): boolean {
  const token = /^bearer +(.+)$/is.exec(header ?? '')?.[1] ?? ''
  const presented = hash(token)
  let found = false
  for (const each of accepted) found = timingSafeEqual(each, presented) || found
  return found && token !== ''
}
