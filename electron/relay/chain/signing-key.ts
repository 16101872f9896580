import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

/** A new key with which the fleet's server signs instructions to stores (Ed25519, PKCS 8, PEM). */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The public half, as a store's file has it (base64url). Throws for a text that is no such key. */
export function signerOf(pem: string): string {
  const { x } = createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' })
  if (x === undefined) throw new Error('no Ed25519 key')
  return x
}

/** Signs a text (base64url). */
export const signText = (pem: string, text: string): string =>
  sign(null, Buffer.from(text), createPrivateKey(pem)).toString('base64url')
