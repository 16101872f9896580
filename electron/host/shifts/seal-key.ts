import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SealKey } from '#domain/shifts/seal.ts'
import type { Log } from '../core/log.ts'
import type { Vault } from '../core/vault.ts'

const name = 'close-out-key'

export const sealKeyOf = (secret: string): SealKey => ({
  id: createHash('sha256').update(`close-out key ${secret}`).digest('hex').slice(0, 16),
  mac: (text) => createHmac('sha256', secret).update(text).digest('hex'),
})

/**
 * The key that seals close-outs; created if there is none yet. Null if none is given and this
 * system cannot store a secret beyond the process, because nobody could check seals whose key is gone at the next start.
 */
export async function storedSealKey(vault: Vault, log: Log): Promise<SealKey | null> {
  const stored = vault.read(name)
  if (stored !== null) return sealKeyOf(stored)
  if (vault.weakness !== null) return null
  const key = randomBytes(32).toString('base64')
  const written = await vault.write(name, key)
  if (written.ok) return sealKeyOf(key)
  log.warn('no key for close-outs', { error: written.error.code })
  return null
}
