import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import {
  readInstruction,
  readSignedInstruction,
  type Instruction,
} from '#contract/relay/instruction.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { fail, type Result } from '#contract/shared/result.ts'

const keyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

/** False also for a key or a signature that is none. */
function isSigned(text: string, signature: string, signer: string): boolean {
  try {
    return verify(null, Buffer.from(text), keyOf(signer), Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/**
 * The instruction of an event. Fails with `refused` unless the chain of this file signed it for the
 * store of this file, and with `bad-input` if it can't be read.
 */
export function openInstruction(
  json: unknown,
  file: Pick<RelayFile, 'signer' | 'websiteId' | 'storeId'> | null,
): Result<Instruction> {
  if (file === null) return fail('refused', 'an instruction without a chain')
  const signed = readSignedInstruction(json)
  if (!signed.ok) return fail('bad-input', `instruction: ${signed.error.detail ?? ''}`)
  const { instruction: text, signature } = signed.value
  if (!isSigned(text, signature, file.signer))
    return fail('refused', 'an instruction that this chain has not signed')
  const read = readInstruction(text)
  if (!read.ok) return fail('bad-input', `instruction: ${read.error.detail ?? ''}`)
  const { websiteId, storeId } = read.value
  return websiteId === file.websiteId && storeId === file.storeId
    ? read
    : fail('refused', 'an instruction for another store')
}
