import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepFile } from './kept-file.ts'
import { isSigned, signWords, writePublicKey } from './signatures.ts'

/** By which an open page knows its own host again, before it says anything to whoever has the address now. */
export interface HostKey {
  readonly publicKey: string
  sign(words: string): string
  /** Whether it has signed this, in this start or one before. */
  hasSigned(words: string, signature: string): boolean
}

/** The same over restarts (`web-identity.pem`); one that cannot be read is made anew, and open pages are to be loaded again. */
export function readHostKey(dataDir: string): HostKey {
  const file = join(dataDir, 'web-identity.pem')
  const key = read() ?? make()
  const publicKey = createPublicKey(key)

  function read(): KeyObject | null {
    try {
      const kept = createPrivateKey(readFileSync(file))
      return kept.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? kept : null
    } catch {
      return null
    }
  }

  function make(): KeyObject {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    keepFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
    return privateKey
  }

  return {
    publicKey: writePublicKey(publicKey),
    sign: (words) => signWords(words, key),
    hasSigned: (words, signature) => isSigned(words, signature, publicKey),
  }
}
