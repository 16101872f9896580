import { generateKeyPairSync, sign } from 'node:crypto'
import {
  instructionEvent,
  type ChainChange,
  type Instruction,
} from '#contract/relay/instruction.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { practiceStore } from '#practice/practice-store.ts'

const place = { websiteId: practiceStore.websiteId, storeId: practiceStore.id }

/**
 * A chain that gives instructions to the practice store. Nobody answers at the address of its relay,
 * so tests post what it signed to the listener.
 */
export function createChainSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const file: RelayFile = {
    ...{ kind: 'kitchen-pass-relay', version: 2, servers: ['http://127.0.0.1:1'] },
    ...{ ...place, storeName: '', token: 'T'.repeat(43), signer: x },
  }
  let sent = 0
  return {
    file,
    /** The event of an instruction: a new event each time, also for the same instruction. */
    event(change: ChainChange, fields: Partial<Instruction> = {}, eventId = `sent-${++sent}`) {
      const instruction: Instruction = {
        ...{ version: 1, id: eventId, ...place, chain: 'Bistro', by: 'Ana' },
        ...{ sentAt: new Date().toISOString(), reason: '', change, ...fields },
      }
      const text = JSON.stringify(instruction)
      const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
      return { type: instructionEvent, eventId, instruction: text, signature }
    },
  }
}
