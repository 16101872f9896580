import {
  noMethod,
  type MethodSum,
  type PaymentFilter,
  type PaymentPage,
  type PaymentShift,
} from '#contract/payments.ts'
import { addTo, noTally, sumsOf, type ReadPayment, type Tally } from './payment.ts'

const isOne = (wanted: string | null, id: string | null): boolean =>
  wanted === null || (id ?? '') === wanted

function stateOf({ money }: ReadPayment): boolean | 'to-check' {
  return money.doubts.length > 0 ? 'to-check' : money.isVoided
}

/** Whether a filter lets a payment through. */
export const passes =
  ({ methodId, shiftId, voided }: PaymentFilter) =>
  (payment: ReadPayment): boolean =>
    isOne(methodId, payment.shown.methodId) &&
    isOne(shiftId, payment.shown.shiftId) &&
    (voided === null || voided === stateOf(payment))

/** A method to pay. */
export interface NamedMethod {
  methodId: string
  name: string
}

/** Methods that have the same name are told apart by their ids: `Visa (m1)`, `Visa (m2)`. "No method" keeps its name. */
export function tellApart(methods: readonly NamedMethod[]): NamedMethod[] {
  const uses = new Map<string, number>()
  for (const { name } of methods) uses.set(name, (uses.get(name) ?? 0) + 1)
  return methods.map(({ methodId, name }) => ({
    methodId,
    name:
      name !== '' && methodId !== noMethod.id && (uses.get(name) ?? 0) > 1
        ? `${name} (${methodId})`
        : name,
  }))
}

/** The methods that payments name, by id, each with its first name, and told apart. */
function methodsOf(payments: readonly ReadPayment[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { shown } of payments) {
    const { methodId, method } = shown
    if (methodId !== null && (names.get(methodId) ?? '') === '') names.set(methodId, method ?? '')
  }
  const named = [...names].map(([methodId, name]) => ({ methodId, name }))
  return new Map(tellApart(named).map(({ methodId, name }) => [methodId, name]))
}

/** What payments come to, by method and all together; voided ones and those to be checked apart. */
export function sumPayments(
  payments: readonly ReadPayment[],
): Pick<PaymentPage, 'methods' | 'counting' | 'voided' | 'toCheck' | 'rounded'> {
  const names = methodsOf(payments)
  const tallies = new Map<string | null, Tally>()
  const all = noTally()
  for (const { shown, money } of payments) {
    const tally = tallies.get(shown.methodId) ?? noTally()
    tallies.set(shown.methodId, tally)
    addTo(tally, money)
    addTo(all, money)
  }
  const methods = [...tallies].map(([methodId, tally]) => ({
    methodId,
    name: (methodId !== null && names.get(methodId)) || null,
    ...sumsOf(tally),
  }))
  const largestFirst = (one: MethodSum, other: MethodSum): number =>
    other.counting.amount - one.counting.amount || (one.name ?? '').localeCompare(other.name ?? '')
  return { methods: methods.toSorted(largestFirst), ...sumsOf(all) }
}

/** What a filter can choose from, the newest shift first. */
export function choicesOf(payments: readonly ReadPayment[]): PaymentPage['choices'] {
  const shifts = new Map<string, PaymentShift>()
  for (const { shown } of payments) {
    const { shiftId, shiftEndedAt, at } = shown
    if (shiftId === null) continue
    const shift = shifts.get(shiftId)
    if (shift === undefined)
      shifts.set(shiftId, { shiftId, firstAt: at, lastAt: at, endedAt: shiftEndedAt, count: 1 })
    else {
      shift.count += 1
      if (at < shift.firstAt) shift.firstAt = at
      if (at > shift.lastAt) shift.lastAt = at
      shift.endedAt ??= shiftEndedAt
    }
  }
  return {
    methods: [...methodsOf(payments)]
      .map(([methodId, name]) => ({ methodId, name: name || methodId }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    shifts: [...shifts.values()].toSorted((one, other) => (one.firstAt < other.firstAt ? 1 : -1)),
  }
}
