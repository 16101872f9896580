import type {
  MethodSum,
  Payment,
  PaymentFilter,
  PaymentPage,
  PaymentShift,
  PaymentSum,
} from '#contract/payments.ts'

const isOne = (wanted: string | null, id: string | null): boolean =>
  wanted === null || (id ?? '') === wanted

/** Whether a filter lets a payment through. */
export const passes =
  ({ methodId, shiftId, voided }: PaymentFilter) =>
  (payment: Payment): boolean =>
    isOne(methodId, payment.methodId) &&
    isOne(shiftId, payment.shiftId) &&
    (voided === null || voided === (payment.voidedAt !== null))

const nothing = (): PaymentSum => ({ count: 0, amount: 0, tips: 0 })

/** Whole numbers all the way: no order of payments gives another sum. What cannot be read adds nothing. */
function add(sum: PaymentSum, { amount, tips }: Payment): void {
  sum.count += 1
  sum.amount += amount ?? 0
  sum.tips += tips ?? 0
}

/** What payments come to, by method and all together, voided ones apart. */
export function sumPayments(
  payments: readonly Payment[],
): Pick<PaymentPage, 'methods' | 'counting' | 'voided' | 'unsummed'> {
  const methods = new Map<string | null, MethodSum>()
  const counting = nothing()
  const voided = nothing()
  let unsummed = 0
  for (const payment of payments) {
    const { methodId, method, voidedAt, amount, tips } = payment
    const known = methods.get(methodId)
    const ofMethod = known ?? { methodId, name: method, ...nothing(), voided: nothing() }
    if (known === undefined) methods.set(methodId, ofMethod)
    ofMethod.name ??= method
    add(voidedAt === null ? ofMethod : ofMethod.voided, payment)
    add(voidedAt === null ? counting : voided, payment)
    if (amount === null || tips === null) unsummed += 1
  }
  const largestFirst = (one: MethodSum, other: MethodSum): number =>
    other.amount - one.amount || (one.name ?? '').localeCompare(other.name ?? '')
  return { methods: [...methods.values()].toSorted(largestFirst), counting, voided, unsummed }
}

/** What a filter can choose from, the newest shift first. */
export function choicesOf(payments: readonly Payment[]): PaymentPage['choices'] {
  const methods = new Map<string, string>()
  const shifts = new Map<string, PaymentShift>()
  for (const { methodId, method, shiftId, shiftEndedAt, at } of payments) {
    if (methodId !== null && (method !== null || !methods.has(methodId)))
      methods.set(methodId, method ?? methodId)
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
    methods: [...methods]
      .map(([methodId, name]) => ({ methodId, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    shifts: [...shifts.values()].toSorted((one, other) => (one.firstAt < other.firstAt ? 1 : -1)),
  }
}
