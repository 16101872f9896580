import { z } from 'zod'
import { answers, defineContract, event, id, none } from '../shared/operation.ts'
import type { ChainChange } from '../relay/instruction.ts'
import type { InstructionOutcome } from '../relay/instruction-outcome.ts'

/** An instruction of the chain, and what became of it here. Instants are ISO. */
export interface ReceivedInstruction extends InstructionOutcome {
  id: string
  /** The chain and the person that gave it. */
  chain: string
  by: string
  sentAt: string
  receivedAt: string
  /** Empty if nobody said why. */
  reason: string
  change: ChainChange
  /** The names of the items that it sold out or put back on sale. */
  names: string[]
  /** Somebody in the store has read it. */
  isSeen: boolean
}

/** What the chain of this store has changed here (docs/it/chains.md). */
export const instructionsContract = defineContract({
  name: 'instructions',
  operations: {
    /** Those of the last 30 days, the newest first. */
    'instructions.list': answers<ReceivedInstruction[]>()(none),
    /** Somebody has read it, so that screens don't show it any more. */
    'instructions.see': answers<null>()(z.strictObject({ id })),
  },
  events: {
    /** Ask for the list again. */
    'instructions.changed': event(),
  },
})
