import type { ChainChange, InstructionDraft } from './instruction.ts'

/** An instruction as the fleet page shows it. What became of it is in the stores' statuses. */
export interface FleetInstruction {
  id: string
  /** The person who sent it. */
  by: string
  /** Epoch ms. */
  sentAt: number
  reason: string
  change: ChainChange
  /** `fleetKey` of each store that it is for. */
  stores: string[]
  /** Those of them to which it could not be sent. */
  unsent: string[]
}

/** The answer of `GET instructions`: the newest first. */
export interface FleetInstructions {
  /** False for a viewer, and where the server has no key to sign with. */
  canSend: boolean
  instructions: FleetInstruction[]
}

/**
 * `POST instructions` takes a draft and answers with the `FleetInstruction` (201). `POST
 * instructions/again` takes the id of one, and sends it again to those of its stores that have not
 * carried it out (`isSettled`).
 */
export type { InstructionDraft }
export interface InstructionAgain {
  id: string
}
