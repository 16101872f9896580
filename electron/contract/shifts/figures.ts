/*
 * Money is a whole number of the currency's smallest unit (`ShiftCurrency`) in all of these types;
 * instants are ISO 8601 in UTC. None of them has data of a guest.
 */

/** The currency of the store's country. If it is unknown, `code` is null and `decimals` is 2. */
export interface ShiftCurrency {
  code: string | null
  decimals: number
  /** Notes and coins, the largest first; empty if none are known. */
  denominations: { value: number; kind: 'note' | 'coin' }[]
}

/**
 * What was paid by one method, by one person, or in one hour. Voided payments count only in
 * `voided`, and those that need a check only in `toCheck`. Sums are exact, and rounded once.
 */
export interface ShiftSums {
  payments: number
  /** The sums of `amount` and `tipAmount`. `TipsInAmount` says whether the first includes the second. */
  amount: number
  tips: number
  voided: { payments: number; amount: number; tips: number }
  /**
   * Payments whose amount, tip or voiding cannot be read. They are in no sum. Older close-outs lack
   * this and `rounded`: their `payments` include such payments.
   */
  toCheck?: number | undefined
  /** How many payments in the sums have more digits than the currency. */
  rounded?: number | undefined
}

export interface MethodSums extends ShiftSums {
  /** Empty for payments that name no method. */
  methodId: string
  name: string
  /** What was paid, for tips inside and outside the amount. Older close-outs lack it. */
  paid?: TipVariants | undefined
}

/** A figure for both places where the tips can be. */
export interface TipVariants {
  inside: number
  outside: number
}

/** The platform's own totals of the shift; null where it gives none. */
export interface ShiftTotals {
  sales: number | null
  discounts: number | null
  averageTicket: number | null
  eaters: number | null
  payments: number | null
}

/**
 * A total of the shift that does not match its payments. `payments`: the paid total. `sales`: sales
 * less discounts, compared with what was paid. `ofParts` is the closest sum that the payments can
 * have, depending on where the tips are.
 */
export interface ShiftDifference {
  about: 'payments' | 'sales'
  ofParts: number
  ofShift: number
}

export interface RegisterFigures {
  id: string
  /** The name that a person gave it here; empty or absent if there is none. */
  name?: string | undefined
  from: string | null
  to: string | null
  start: { methodId: string; amount: number }[]
  /** From the platform; empty while the shift is open. */
  end: { methodId: string; amount: number }[]
}

export interface WasteSum {
  ingredientId: string | null
  name: string
  unit: string
  quantity: number
}

export interface ShiftFigures {
  /** When the host started to read the records. Later payments may be missing. */
  readAt: string
  /** Payments that need a check, and those with more digits than the currency. */
  unreadAmounts: number
  roundedAmounts: number
  all: ShiftSums
  paid: TipVariants
  paidWithoutTips: TipVariants
  own: ShiftTotals
  /**
   * About how many tabs were closed: sales divided by the average ticket. Null if the platform
   * lacks either.
   */
  tickets: number | null
  differences: ShiftDifference[]
  byMethod: MethodSums[]
  /** Every hour from the first payment to the last; `from` is its start. */
  byHour: ({ from: string } & ShiftSums)[]
  /** The platform gives no names: people enter `name` here, and `number` identifies a person without one. */
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

/** A figure that changed since the count was finished. */
export interface FigureChange {
  about: 'payments' | 'voided' | 'amount' | 'tips' | 'totals' | 'registers'
  /** The method, for `amount` and `tips`. */
  methodId: string | null
  before: number
  now: number
}
