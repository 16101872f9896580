import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** A public key of P-256 as browsers export it raw: 0x04, x and y, 65 bytes in base64url. */
const publicKeyShape = /^B[\w-]{86}$/

/** Whether a text has the shape of a browser's public key. */
export const isPublicKey = (text: string): boolean => publicKeyShape.test(text)

/** Null for a text that is no point on the curve. */
export function readPublicKey(raw: string): KeyObject | null {
  if (!isPublicKey(raw)) return null
  const bytes = Buffer.from(raw, 'base64url')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return null
  }
}

export function writePublicKey(key: KeyObject): string {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(point).toString('base64url')
}

/** Whether `signature`, 64 bytes in base64url as WebCrypto makes them, is one of `words` by this key. */
export const isSigned = (words: string, signature: string, key: KeyObject): boolean =>
  verify(
    'sha256',
    Buffer.from(words),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )

export const signWords = (words: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(words), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
