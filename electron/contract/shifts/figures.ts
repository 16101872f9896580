/*
 * Money is a whole number of the currency's smallest unit (`ShiftCurrency`), everywhere below; instants are ISO 8601 in UTC.
 * Nothing of a guest is in any of it.
 */

/** What the store counts in, by its country; `code` is null where that is not known, and `decimals` is 2 then. */
export interface ShiftCurrency {
  code: string | null
  decimals: number
  /** Notes and coins, the largest first; empty where none are known. */
  denominations: { value: number; kind: 'note' | 'coin' }[]
}

/**
 * What was paid, by one method, one person, or in one hour. Voided payments count in `voided` alone, and those that are to be
 * checked in `toCheck` alone. Sums are exact, and rounded once.
 */
export interface ShiftSums {
  payments: number
  /** The sum of `amount`, and beside it of `tipAmount`: whether the one is inside the other depends on `TipsInAmount`. */
  amount: number
  tips: number
  voided: { payments: number; amount: number; tips: number }
  /**
   * Payments whose amount, tip or voiding cannot be read: they are in no sum. Close-outs that were sealed before these were
   * counted apart lack this and `rounded`: such payments are among their `payments` there.
   */
  toCheck?: number | undefined
  /** How many of those in the sums have more digits than the currency. */
  rounded?: number | undefined
}

export interface MethodSums extends ShiftSums {
  /** Empty for the payments that name no method. */
  methodId: string
  name: string
  /** What was paid, by both readings of the tips; older close-outs lack it. */
  paid?: BothWays | undefined
}

/** A figure by both readings of the tips. */
export interface BothWays {
  /** Where tips are inside of `amount`. */
  inside: number
  /** Where they come beside it. */
  outside: number
}

/** What the platform says of the whole shift; null where it does not. */
export interface ShiftTotals {
  sales: number | null
  discounts: number | null
  averageTicket: number | null
  eaters: number | null
  payments: number | null
}

/**
 * What does not agree between the parts and the shift's own totals. `payments`: what was paid. `sales`: sales less discounts
 * against what was paid. `ofParts` is the nearest of what the parts can mean, by where tips may be.
 */
export interface ShiftDifference {
  about: 'payments' | 'sales'
  ofParts: number
  ofShift: number
}

export interface RegisterFigures {
  id: string
  /** As somebody named it here; empty or absent where nobody has. */
  name?: string | undefined
  from: string | null
  to: string | null
  start: { methodId: string; amount: number }[]
  /** As the platform has it; empty while it is open. */
  end: { methodId: string; amount: number }[]
}

export interface WasteSum {
  ingredientId: string | null
  name: string
  unit: string
  quantity: number
}

/** What the platform's records add up to. */
export interface ShiftFigures {
  /** When their reading began: what was paid since may not be among them. */
  readAt: string
  /** Payments that are to be checked, and those with more digits than the currency. */
  unreadAmounts: number
  roundedAmounts: number
  all: ShiftSums
  /** What was paid, by both readings of the tips: with the tips, and without. */
  paid: BothWays
  paidWithoutTips: BothWays
  own: ShiftTotals
  /** Closed tabs, as sales by the average ticket have it: about so many. Null where either is not told. */
  tickets: number | null
  differences: ShiftDifference[]
  byMethod: MethodSums[]
  /** Every hour from the first payment to the last, by its beginning. */
  byHour: ({ from: string } & ShiftSums)[]
  /** The platform gives no names: `name` is from here, and `number` is the person's own while there is none. */
  byPerson: ({
    personId: string
    name?: string | undefined
    number?: number | undefined
  } & ShiftSums)[]
  registers: RegisterFigures[]
  waste: WasteSum[]
  invoices: number
  outbox: { unsent: number; unknown: number }
}

/** What is other than it was when the count was finished. */
export interface FigureChange {
  about: 'payments' | 'voided' | 'amount' | 'tips' | 'totals' | 'registers'
  /** Of `amount` and `tips`: the method. */
  methodId: string | null
  before: number
  now: number
}
