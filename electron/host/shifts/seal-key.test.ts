import { expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { createSessionVault, type Vault } from '../core/vault.ts'
import { storedSealKey, sealKeyOf } from './seal-key.ts'

/** Like the desktop's vault: what is written is still there at the next start. */
const lastingVault = (): Vault => ({ ...createSessionVault(), weakness: null })

test('a system that keeps secrets makes one key, and seals with it from then on', async () => {
  const vault = lastingVault()
  const log = createRecordingLog()
  const key = await storedSealKey(vault, log)
  expect(key?.id).toMatch(/^[0-9a-f]{16}$/)
  expect(key?.mac('x')).toMatch(/^[0-9a-f]{64}$/)
  const again = await storedSealKey(vault, log)
  expect([again?.id, again?.mac('x')]).toEqual([key?.id, key?.mac('x')])
  expect((await storedSealKey(lastingVault(), log))?.id).not.toBe(key?.id)
  expect(sealKeyOf('other').mac('x')).not.toBe(key?.mac('x'))
  expect(log.text()).not.toContain(vault.read('close-out-key') ?? '')
})

test('if secrets are lost with the process, or cannot be written, nothing is sealed with a key', async () => {
  const log = createRecordingLog()
  expect(await storedSealKey(createSessionVault(), log)).toBeNull()
  const write = () => Promise.resolve(fail('no-vault', 'unavailable'))
  expect(await storedSealKey({ ...lastingVault(), write }, log)).toBeNull()
})

test('a key that is given at each start lasts, though the vault stores nothing', async () => {
  const vault = createSessionVault({ 'close-out-key': 'given' })
  expect((await storedSealKey(vault, createRecordingLog()))?.id).toBe(sealKeyOf('given').id)
})
