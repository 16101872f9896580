import type { movementKinds } from './count-fields.ts'
import type { CountAttempt, OverShort } from './count.ts'
import type { TipsInAmount } from '../settings/fields.ts'
import type { ShiftFigures } from './figures.ts'

/**
 * What a person checks before sealing. `names` are a few tickets or items as examples; they are not
 * sealed.
 */
export interface ChecklistItem {
  code:
    | 'shift-open'
    | 'open-tickets'
    | 'unsent'
    | 'unknown'
    | 'reservations-not-marked'
    | 'sold-out'
    | 'differences'
    | 'unread'
    | 'changed'
    | 'not-read-again'
  count: number
  names: string[]
}

/** What the close-out before left in the registers, and what they were opened with. */
export interface Opening {
  /** The number of the close-out before. */
  closeOut: number
  left: number
  started: number
}

/**
 * A sealed close-out. Kitchen Pass makes it; the platform has no such record. It never changes: a
 * correction is another close-out that names this one.
 */
export interface CloseOut {
  /** Version 1 did not seal the columns of its row and used no key. */
  version: 1 | 2
  number: number
  storeId: string
  storeName: string
  shiftId: string
  from: string | null
  to: string | null
  businessDay: string
  timeZone: string
  currency: string | null
  decimals: number
  figures: ShiftFigures
  tips: TipsInAmount
  threshold: number
  count: {
    cashMethodId: string | null
    wasRevealed: boolean
    attempts: CountAttempt[]
    registers: {
      id: string
      name: string
      pieces: { value: number; pieces: number }[]
      loose: number
      cash: number
    }[]
    slips: { methodId: string; total: number }[]
    movements: {
      kind: (typeof movementKinds)[number]
      registerId: string | null
      amount: number
      reason: string
    }[]
    float: number
    /** From version 2 on: the counted cash less the float (deposit.ts). */
    deposit?: number | undefined
  }
  /** Older close-outs lack it, and those whose registers or close-out before are not known. */
  opening?: Opening | undefined
  overShort: OverShort[]
  notes: string
  /** The items of the checklist that the signer accepted. */
  checklist: { code: ChecklistItem['code']; count: number }[]
  signedBy: string
  /** The name of the screen on which it was signed. */
  screen: string
  /** Whether a manager's PIN confirmed the name. It is false if no PIN was set. */
  withPin: boolean
  sealedAt: string
  corrects: { number: number; reason: string } | null
  /** From version 2 on: the id of the tap that made it, as in its row. */
  tapId?: string | undefined
  /** From version 2 on: the key of the system's key store that sealed it; null if there was none. */
  keyId?: string | null | undefined
  /** SHA-256 in hex over the canonical JSON of everything above and `previousHash`. */
  hash: string
  /** From version 2 on: HMAC-SHA256 of `hash` with that key, in hex. */
  mac?: string | null | undefined
  /** The hash of the previous number; 64 zeros for the first close-out. */
  previousHash: string
}

export interface CloseOutRow {
  number: number
  shiftId: string
  businessDay: string
  sealedAt: string
  signedBy: string
  currency: string | null
  decimals: number
  paid: number
  /** Payments whose money could not be read. They are not in the sum. */
  toCheck: number
  /** All methods together, if the store had said whether amounts include the tips; otherwise null. */
  overShort: number | null
  corrects: number | null
  correctedBy: number[]
  /** The close-out cannot be read any more. */
  isBroken: boolean
}

export interface CloseOutList {
  closeOuts: CloseOutRow[]
  hasMore: boolean
}

export interface BrokenSeal {
  number: number
  /**
   * - `changed`: its content has another hash.
   * - `unlinked`: it does not name the previous close-out.
   * - `columns`: its row has another number, shift, tap or correction than the sealed content.
   * - `forged`: it names the key of this system's key store, but was not sealed with it.
   * - `replaced`: its own seal is intact, but `record` has another seal for this number.
   */
  why: 'changed' | 'unlinked' | 'missing' | 'unreadable' | 'columns' | 'forged' | 'replaced'
  /**
   * Where the other seal is recorded: the name of a backup or a file, or a code. Null if the
   * database itself shows the fault.
   */
  record: string | null
}

export interface CloseOutVerdict {
  checked: number
  /** How many close-outs were sealed with the key of this system's key store, and match it. */
  withKey: number
  /**
   * How many were sealed with a key that this computer does not have. Their hashes match, but the
   * key cannot be checked.
   */
  otherKey: number
  /** How many were sealed without a key after others had one. */
  keyless: number
  broken: BrokenSeal | null
}
