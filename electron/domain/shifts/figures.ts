import type { z } from 'zod'
import type { TipsInAmount } from '#contract/settings/fields.ts'
import type {
  RegisterFigures,
  ShiftDifference,
  ShiftFigures,
  ShiftSums,
  ShiftTotals,
  WasteSum,
} from '#contract/shifts/shifts.ts'
import type { shiftSchema } from '#platform/tabs.ts'
import { hourOf } from '../store-time/business-day.ts'
import { readWire } from '#domain/money/money.ts'
import { addTo, noSums, type RunningSums } from '#domain/payments/payment.ts'
import {
  paidOf,
  paidWithoutTipsOf,
  shiftSumsOf,
  sumsByMethod,
  paidBy,
  type Payment,
} from './payments.ts'

export type WireShift = z.infer<typeof shiftSchema>

/** What was paid, with the tips and without. */
type Paid = Pick<ShiftFigures, 'paid' | 'paidWithoutTips'>

const hourMs = 3_600_000
/**
 * Time zones differ by quarters of an hour, so all instants of one quarter have the same hour on
 * the store's clock.
 */
const quarterMs = hourMs / 4

/**
 * Reads a total of the platform. Extra digits are rounded, as in the sums that it is compared with.
 */
const units = (value: number | null | undefined, decimals: number): number | null =>
  readWire(value, decimals)?.amount ?? null

/** The platform's own totals of the shift, in smallest units. */
export const totalsOf = (shift: WireShift, decimals: number): ShiftTotals => ({
  sales: units(shift.closedTabsTotalSales, decimals),
  discounts: units(shift.discountsAmount, decimals),
  averageTicket: units(shift.avgTicket, decimals),
  eaters: shift.eatersCount ?? null,
  payments: units(shift.totalPayments, decimals),
})

type Register = NonNullable<WireShift['cashRegisterShifts']>[number]

const balancesOf = (balances: Register['startBalances'], decimals: number) =>
  (balances ?? []).map(({ paymentMethodId, balance }) => ({
    methodId: paymentMethodId ?? '',
    amount: units(balance, decimals) ?? 0,
  }))

/** A register without an id is identified by its position. */
export const registersOf = (shift: WireShift, decimals: number): RegisterFigures[] =>
  (shift.cashRegisterShifts ?? []).map((register, index) => ({
    id: register.cashRegisterId ?? register._id ?? String(index + 1),
    from: register.startedAt ?? null,
    to: register.endedAt ?? null,
    start: balancesOf(register.startBalances, decimals),
    end: balancesOf(register.endBalances, decimals),
  }))

/** The sums that "paid" can mean, given what the store has said about tips. */
function meanings({ paid, paidWithoutTips }: Paid, tips: TipsInAmount): number[] {
  if (tips !== 'unknown') return [paid[tips], paidWithoutTips[tips]]
  return [paid.inside, paid.outside, paidWithoutTips.inside]
}

const nearestTo = (target: number, amounts: readonly number[]): number =>
  amounts.reduce((best, each) => (Math.abs(each - target) < Math.abs(best - target) ? each : best))

/**
 * The totals of the shift that match none of the sums its payments can have; empty if the platform
 * gives no totals.
 */
export function differencesOf(paid: Paid, own: ShiftTotals, tips: TipsInAmount): ShiftDifference[] {
  const net = own.sales === null ? null : own.sales - (own.discounts ?? 0)
  const totals = [
    { about: 'payments', ofShift: own.payments },
    { about: 'sales', ofShift: net },
  ] as const
  return totals.flatMap(({ about, ofShift }) => {
    if (ofShift === null) return []
    const ofParts = nearestTo(ofShift, meanings(paid, tips))
    return ofParts === ofShift ? [] : [{ about, ofParts, ofShift }]
  })
}

/**
 * Where a past shift suggests that tips are: its sales less discounts equal what was paid without
 * the tips. Null if it had no tips or no totals.
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

/** About how many tabs were closed, from sales and their average. */
const ticketsOf = ({ sales, averageTicket }: ShiftTotals): number | null =>
  sales === null || averageTicket === null || averageTicket <= 0
    ? null
    : Math.round(sales / averageTicket)

/**
 * A longer time without payments is left out of the hours, because a payment may name a shift from
 * weeks ago.
 */
const maxGapMs = 24 * hourMs

/** The start of the hour on the store's clock. `starts` has those that were already computed. */
function hourStart(at: number, timeZone: string, starts: Map<number, number>): number {
  const quarter = Math.floor(at / quarterMs)
  const start = starts.get(quarter) ?? hourOf(quarter * quarterMs, timeZone)
  starts.set(quarter, start)
  return start
}

/**
 * Every hour from the first payment to the last, including hours without payments in gaps of less
 * than a day.
 */
function byHour(payments: readonly Payment[], timeZone: string): ShiftFigures['byHour'] {
  const hours = new Map<number, RunningSums>()
  const starts = new Map<number, number>()
  for (const payment of payments) {
    if (payment.at === null) continue
    const start = hourStart(payment.at, timeZone, starts)
    const sum = hours.get(start) ?? noSums()
    addTo(sum, payment)
    hours.set(start, sum)
  }
  const paid = [...hours.keys()].toSorted((a, b) => a - b)
  for (const [index, first] of paid.entries()) {
    const next = paid[index + 1] ?? first
    if (next - first > maxGapMs) continue
    for (let at = first; at < next; at += hourMs) {
      const start = hourStart(at, timeZone, starts)
      if (!hours.has(start)) hours.set(start, noSums())
    }
  }
  return [...hours]
    .toSorted(([a], [b]) => a - b)
    .map(([at, sum]) => ({ from: new Date(at).toISOString(), ...shiftSumsOf(sum) }))
}

export interface Parts {
  shift: WireShift
  payments: readonly Payment[]
  nameOf: (methodId: string) => string
  waste: WasteSum[]
  outbox: ShiftFigures['outbox']
  decimals: number
  timeZone: string
  tips: TipsInAmount
  readAt: string
}

/** The sums of the platform's records of a shift. */
export function figuresOf(parts: Parts): ShiftFigures {
  const { shift, payments, decimals } = parts
  const sum = noSums()
  for (const payment of payments) addTo(sum, payment)
  const own = totalsOf(shift, decimals)
  const paid = { paid: paidOf(sum), paidWithoutTips: paidWithoutTipsOf(sum) }
  const byPerson = [...paidBy(payments, ({ personId }) => personId)]
    .map(([personId, each]) => ({ personId, ...shiftSumsOf(each) }))
    .toSorted((a, b) => b.amount - a.amount || a.personId.localeCompare(b.personId))
  return {
    readAt: parts.readAt,
    unreadAmounts: sum.toCheck,
    roundedAmounts: sum.rounded,
    all: shiftSumsOf(sum),
    ...paid,
    own,
    tickets: ticketsOf(own),
    differences: differencesOf(paid, own, parts.tips),
    byMethod: sumsByMethod(payments, parts.nameOf),
    byHour: byHour(payments, parts.timeZone),
    byPerson,
    registers: registersOf(shift, decimals),
    waste: parts.waste,
    invoices: payments.filter(({ isVoided, wantsInvoice }) => wantsInvoice && !isVoided).length,
    outbox: parts.outbox,
  }
}

/** Names of cash in the languages of the platform's stores, folded. */
const cashText = ['efectivo', 'cash', 'dinheiro', 'contado', 'numerario']

const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The method that is most likely cash; no field of the platform says so. It is the only one with
 * which a register was opened, otherwise the only one with a name for cash. Null if neither exists.
 */
export function suggestCash(
  methods: readonly { methodId: string; name: string }[],
  registers: readonly Pick<RegisterFigures, 'start'>[],
): string | null {
  const floats = new Set(
    registers.flatMap(({ start }) =>
      start.filter(({ amount }) => amount !== 0).map(({ methodId }) => methodId),
    ),
  )
  const named = methods
    .filter(({ name }) =>
      cashText.some((word) =>
        folded(name)
          .split(/[^a-z]+/)
          .includes(word),
      ),
    )
    .map(({ methodId }) => methodId)
  const [only = null] = floats.size === 1 ? floats : named
  return floats.size === 1 || named.length === 1 ? only : null
}
