import {
  noMethod,
  type MethodSum,
  type PaymentFilter,
  type PaymentPage,
  type PaymentShift,
} from '#contract/payments/payments.ts'
import { addTo, noSums, sumsOf, type ReadPayment, type RunningSums } from './payment.ts'

const isOne = (filter: string | null, id: string | null): boolean =>
  filter === null || (id ?? '') === filter

function stateOf({ money }: ReadPayment): boolean | 'to-check' {
  return money.doubts.length > 0 ? 'to-check' : money.isVoided
}

export const matchesFilter =
  ({ methodId, shiftId, voided }: PaymentFilter) =>
  (payment: ReadPayment): boolean =>
    isOne(methodId, payment.shown.methodId) &&
    isOne(shiftId, payment.shown.shiftId) &&
    (voided === null || voided === stateOf(payment))

export interface NamedMethod {
  methodId: string
  name: string
}

/** Adds the id to methods with the same name: `Visa (m1)`, `Visa (m2)`. "No method" keeps its name. */
export function distinguish(methods: readonly NamedMethod[]): NamedMethod[] {
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

/** The methods of the payments by id; methods with the same name are made distinct. */
function methodsOf(payments: readonly ReadPayment[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { shown } of payments) {
    const { methodId, method } = shown
    if (methodId !== null && (names.get(methodId) ?? '') === '') names.set(methodId, method ?? '')
  }
  const named = [...names].map(([methodId, name]) => ({ methodId, name }))
  return new Map(distinguish(named).map(({ methodId, name }) => [methodId, name]))
}

const byAmount = (one: MethodSum, other: MethodSum): number =>
  other.counting.amount - one.counting.amount || (one.name ?? '').localeCompare(other.name ?? '')

/** Sums payments by method and in total. Voided payments and those that need a check are separate. */
export function sumPayments(
  payments: readonly ReadPayment[],
): Pick<PaymentPage, 'methods' | 'counting' | 'voided' | 'toCheck' | 'rounded'> {
  const names = methodsOf(payments)
  const byMethod = new Map<string | null, RunningSums>()
  const all = noSums()
  for (const { shown, money } of payments) {
    const sum = byMethod.get(shown.methodId) ?? noSums()
    byMethod.set(shown.methodId, sum)
    addTo(sum, money)
    addTo(all, money)
  }
  const methods = [...byMethod].map(([methodId, sum]) => ({
    methodId,
    name: (methodId !== null && names.get(methodId)) || null,
    ...sumsOf(sum),
  }))
  return { methods: methods.toSorted(byAmount), ...sumsOf(all) }
}

/** The choices of the filter, the newest shift first. */
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
      .map(([methodId, name]) => ({ methodId, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    shifts: [...shifts.values()].toSorted((one, other) => (one.firstAt < other.firstAt ? 1 : -1)),
  }
}
