import type { z } from 'zod'
import type { TipsInAmount } from '#contract/tips.ts'
import type {
  BothWays,
  RegisterFigures,
  ShiftDifference,
  ShiftFigures,
  ShiftSums,
  ShiftTotals,
  WasteSum,
} from '#contract/shifts.ts'
import type { shiftSchema } from '#platform/tabs.ts'
import { hourOf } from './business-day.ts'
import { readWire } from '#domain/money/money.ts'
import { addTo, noSums, sumsBy, sumsByMethod, type Payment } from './payments.ts'

export type WireShift = z.infer<typeof shiftSchema>

const hourMs = 3_600_000
/** Zones differ by whole quarters of an hour: within one, it is the same hour of the wall. */
const quarterMs = hourMs / 4

const units = (value: number | null | undefined, decimals: number): number | null =>
  readWire(value, decimals)?.amount ?? null

/** What the platform says of the whole shift, in smallest units. */
export const totalsOf = (shift: WireShift, decimals: number): ShiftTotals => ({
  sales: units(shift.closedTabsTotalSales, decimals),
  discounts: units(shift.discountsAmount, decimals),
  averageTicket: units(shift.avgTicket, decimals),
  eaters: shift.eatersCount ?? null,
  payments: units(shift.totalPayments, decimals),
})

type Register = NonNullable<WireShift['cashRegisterShifts']>[number]

const balancesOf = (told: Register['startBalances'], decimals: number) =>
  (told ?? []).map(({ paymentMethodId, balance }) => ({
    methodId: paymentMethodId ?? '',
    amount: units(balance, decimals) ?? 0,
  }))

/** A register without an id is told by its place. */
export const registersOf = (shift: WireShift, decimals: number): RegisterFigures[] =>
  (shift.cashRegisterShifts ?? []).map((register, index) => ({
    id: register.cashRegisterId ?? register._id ?? String(index + 1),
    from: register.startedAt ?? null,
    to: register.endedAt ?? null,
    start: balancesOf(register.startBalances, decimals),
    end: balancesOf(register.endBalances, decimals),
  }))

/** What was paid with the tips, by both readings of where they are. */
export const paidOf = ({ amount, tips }: ShiftSums): BothWays => ({
  inside: amount,
  outside: amount + tips,
})

/** The same without the tips. */
const paidWithoutTipsOf = ({ amount, tips }: ShiftSums): BothWays => ({
  inside: amount - tips,
  outside: amount,
})

/** What the parts can mean by "paid", as far as the store has said where tips are. */
function meanings(sums: ShiftSums, tips: TipsInAmount): number[] {
  const all = paidOf(sums)
  const bare = paidWithoutTipsOf(sums)
  if (tips !== 'unknown') return [all[tips], bare[tips]]
  return [all.inside, all.outside, bare.inside]
}

const nearestTo = (wanted: number, amounts: readonly number[]): number =>
  amounts.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best))

/** Where the shift's own totals are none of what its parts can mean; nothing where the platform does not tell them. */
export function differencesOf(
  sums: ShiftSums,
  own: ShiftTotals,
  tips: TipsInAmount,
): ShiftDifference[] {
  const compare = (about: ShiftDifference['about'], ofShift: number | null): ShiftDifference[] => {
    if (ofShift === null) return []
    const ofParts = nearestTo(ofShift, meanings(sums, tips))
    return ofParts === ofShift ? [] : [{ about, ofParts, ofShift }]
  }
  const net = own.sales === null ? null : own.sales - (own.discounts ?? 0)
  return [...compare('payments', own.payments), ...compare('sales', net)]
}

/**
 * What a past shift suggests: its sales less discounts are what was paid without the tips. Null where it had no tips, or no
 * totals.
 */
export function tipsSuggestedBy(
  { amount, tips }: Pick<ShiftSums, 'amount' | 'tips'>,
  own: ShiftTotals,
): 'inside' | 'outside' | 'neither' | null {
  if (tips === 0 || own.sales === null) return null
  const net = own.sales - (own.discounts ?? 0)
  if (net === amount) return 'outside'
  return net === amount - tips ? 'inside' : 'neither'
}

/** Closed tabs, as far as sales and their average tell. */
const ticketsOf = ({ sales, averageTicket }: ShiftTotals): number | null =>
  sales === null || averageTicket === null || averageTicket <= 0
    ? null
    : Math.round(sales / averageTicket)

/** Every hour from the first payment to the last, also those in which nobody paid. */
function byHour(payments: readonly Payment[], timeZone: string): ShiftFigures['byHour'] {
  const hours = new Map<number, ShiftSums>()
  const starts = new Map<number, number>()
  const startOf = (at: number): number => {
    const quarter = Math.floor(at / quarterMs)
    const start = starts.get(quarter) ?? hourOf(quarter * quarterMs, timeZone)
    starts.set(quarter, start)
    return start
  }
  let first = Infinity
  let last = -Infinity
  for (const payment of payments) {
    if (payment.at === null) continue
    const start = startOf(payment.at)
    const sums = hours.get(start) ?? noSums()
    addTo(sums, payment)
    hours.set(start, sums)
    first = Math.min(first, start)
    last = Math.max(last, start)
  }
  for (let at = first; at < last; at += hourMs) {
    const start = startOf(at)
    if (!hours.has(start)) hours.set(start, noSums())
  }
  return [...hours]
    .toSorted(([a], [b]) => a - b)
    .map(([at, sums]) => ({ from: new Date(at).toISOString(), ...sums }))
}

export interface Parts {
  shift: WireShift
  /** Those of this shift. */
  payments: readonly Payment[]
  nameOf: (methodId: string) => string
  waste: WasteSum[]
  outbox: ShiftFigures['outbox']
  decimals: number
  timeZone: string
  tips: TipsInAmount
  readAt: string
}

/** What the platform's records of a shift add up to. */
export function figuresOf(parts: Parts): ShiftFigures {
  const { shift, payments, decimals } = parts
  const all = noSums()
  for (const payment of payments) addTo(all, payment)
  const own = totalsOf(shift, decimals)
  const byPerson = [...sumsBy(payments, ({ personId }) => personId)]
    .map(([personId, sums]) => ({ personId, ...sums }))
    .toSorted((a, b) => b.amount - a.amount || a.personId.localeCompare(b.personId))
  return {
    readAt: parts.readAt,
    unreadAmounts: payments.filter(({ isUnread }) => isUnread).length,
    roundedAmounts: payments.filter(({ isRounded }) => isRounded).length,
    all,
    paid: paidOf(all),
    paidWithoutTips: paidWithoutTipsOf(all),
    own,
    tickets: ticketsOf(own),
    differences: differencesOf(all, own, parts.tips),
    byMethod: sumsByMethod(payments, parts.nameOf),
    byHour: byHour(payments, parts.timeZone),
    byPerson,
    registers: registersOf(shift, decimals),
    waste: parts.waste,
    invoices: payments.filter(({ isVoided, wantsInvoice }) => wantsInvoice && !isVoided).length,
    outbox: parts.outbox,
  }
}
