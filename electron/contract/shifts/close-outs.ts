import type { movementKinds } from './count-fields.ts'
import type { CountAttempt, OverShort } from './count.ts'
import type { TipsInAmount } from '../settings/fields.ts'
import type { ShiftFigures } from './figures.ts'

/** What to look at before sealing. `names` are a few tickets or items, for the eye; they are not in the document. */
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

/** A sealed close-out: our document, no word of the platform's. Never changed; a correction is another that names it. */
export interface CloseOut {
  /** 1 is from before the columns of its row were sealed, and a key. */
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
  overShort: OverShort[]
  notes: string
  /** What stood on the checklist and was accepted. */
  checklist: { code: ChecklistItem['code']; count: number }[]
  signedBy: string
  /** What the screen is called on which it was signed. */
  screen: string
  /** Whether a manager's PIN stood behind the name; there is none until one was set. */
  withPin: boolean
  sealedAt: string
  corrects: { number: number; reason: string } | null
  /** From version 2 on: the tap that made it, as its row has it. */
  tapId?: string | undefined
  /** From version 2 on: which key of the system's key store it was sealed with; null where there was none. */
  keyId?: string | null | undefined
  /** SHA-256 in hex over the canonical JSON of all above and `previousHash`. */
  hash: string
  /** From version 2 on: HMAC-SHA256 of `hash` with that key, in hex. */
  mac?: string | null | undefined
  /** Of the number before; of the first one 64 zeros. */
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
  /** What was paid, as its `amount`. */
  paid: number
  /** Payments that are not in it, since their money could not be read. */
  toCheck: number
  /** All methods together, by the reading of the tips that was known; null where none was. */
  overShort: number | null
  corrects: number | null
  correctedBy: number[]
  /** It cannot be read any more. */
  isBroken: boolean
}

export interface CloseOutList {
  closeOuts: CloseOutRow[]
  hasMore: boolean
}

/** The first close-out that does not hold. */
export interface BrokenSeal {
  number: number
  /**
   * - `changed`: its content has another hash. `unlinked`: it does not name the one before it. `missing`, `unreadable`.
   * - `columns`: its row says another number, shift, tap or correction than what is sealed.
   * - `forged`: it names the key of this system's key store, and was not sealed with it.
   * - `replaced`: it holds by itself, and `record` knows another one under this number.
   */
  why: 'changed' | 'unlinked' | 'missing' | 'unreadable' | 'columns' | 'forged' | 'replaced'
  /** What remembers it: the name of a backup or a file, or a code. Null where the database itself tells. */
  record: string | null
}

/** Whether the chain of close-outs holds. */
export interface CloseOutVerdict {
  checked: number
  /** How many of them were sealed with the key of this system's key store, and fit it. */
  withKey: number
  /** Sealed with a key that this computer does not have: their hashes hold, but the key cannot be checked. */
  otherKey: number
  /** Sealed without a key after others had one. */
  keyless: number
  broken: BrokenSeal | null
}
