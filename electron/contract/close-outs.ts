import type { movementKinds } from './count-fields.ts'
import type { CountAttempt, OverShort } from './count.ts'
import type { TipsInAmount } from './tips.ts'
import type { ShiftFigures } from './shift-figures.ts'

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
  version: 1
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
  /** SHA-256 in hex over the canonical JSON of all above and `previousHash`. */
  hash: string
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

/** Whether the chain holds; `broken` names the first that does not. */
export interface CloseOutVerdict {
  checked: number
  broken: {
    number: number
    /** `changed`: its content has another hash. `unlinked`: it does not name the one before it. */
    why: 'changed' | 'unlinked' | 'missing' | 'unreadable'
  } | null
}
