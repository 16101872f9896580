import type { AppError } from '#contract/shared/result.ts'
import { distinguish, type NamedMethod } from '#domain/payments/sums.ts'
import type { ShiftPayments, WirePayment } from '#domain/shifts/payments.ts'
import { type WireWaste, sumWaste } from '#domain/shifts/waste.ts'
import type { PaymentWindow, Span } from '#domain/shifts/window.ts'
import { appError } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { eachItem, type ListPart } from '#platform/lists/list-step.ts'
import type { PageStart } from '#platform/lists/page.ts'
import { everyPaymentMethod, everyWasteIncident } from '#platform/lists.ts'
import type { PartCounts } from '../jobs/lists.ts'
import type { Job } from '#contract/jobs/jobs.ts'
import type { ShiftCurrency } from '#contract/shifts/shifts.ts'
import { figuresOf, registersOf, suggestCash, type WireShift } from '#domain/shifts/figures.ts'

/** Two instants (ISO) in the form of the platform's lists. Without `to`, the range has no end. */
export const rangeOf = ({ from, to }: Span): { from: string; to?: string } => ({
  from: new Date(from).toISOString(),
  ...(to !== null && { to: new Date(to).toISOString() }),
})

/**
 * Adds the payments of a shift to the collection. A payment whose shift cannot be read may belong
 * to this one, and counts as left out.
 */
export function addShiftPayments(
  { value, unreadOf, complete }: ListPart<WirePayment, PageStart>,
  shiftId: string,
  payments: ShiftPayments,
  window: PaymentWindow,
): PartCounts {
  let leftOut = 0
  for (const payment of value) {
    const unread = unreadOf.get(payment) ?? []
    if (unread.includes('shiftId')) leftOut += 1
    if (payment.shiftId !== shiftId || !payments.put(payment, unread)) continue
    window.found(payment.createdAt == null ? null : Date.parse(payment.createdAt))
  }
  if (complete !== null) window.done()
  return { items: value.length, leftOut }
}

/** What a shift shows in addition to its payments: the store's methods, and the waste. */
export interface ShiftExtras {
  methods: NamedMethod[]
  incidents: WireWaste[]
  /** How many more incidents do not say whether they were voided. */
  unreadWaste: number
  wasteError: AppError | null
}

/** Reads the methods and the waste. A shift has figures even if this fails. */
export async function readShiftExtras(
  connection: Connection,
  storeId: string,
  span: Span,
  signal: AbortSignal,
): Promise<ShiftExtras> {
  const methods: NamedMethod[] = []
  for await (const item of eachItem(everyPaymentMethod(connection, storeId, {}, { signal })))
    if (item.ok) methods.push({ methodId: item.value._id, name: item.value.name ?? '' })
  const incidents: WireWaste[] = []
  let unreadWaste = 0
  let wasteError: AppError | null = null
  for await (const part of everyWasteIncident(connection, storeId, rangeOf(span), { signal })) {
    if (!part.ok) wasteError = appError(part.failure)
    else
      for (const each of part.value)
        if (part.unreadOf.get(each)?.includes('voidedAt') === true) unreadWaste += 1
        else incidents.push(each)
  }
  return { methods, incidents, unreadWaste, wasteError }
}

/** The store's methods and those that only payments name, with distinct names. */
function allMethods(
  listed: readonly NamedMethod[],
  names: ReadonlyMap<string, string>,
): NamedMethod[] {
  const ids = new Set(listed.map(({ methodId }) => methodId))
  const others = [...names].filter(([id]) => !ids.has(id))
  return distinguish([...listed, ...others.map(([methodId, name]) => ({ methodId, name }))])
}

/** Everything that a refresh has collected at its end. */
export interface CollectedShift {
  shift: WireShift
  /**
   * Fields of the shift that could not be read. They may include the amounts that a register had at
   * the start.
   */
  unreadOfShift: number
  payments: ShiftPayments
  extras: ShiftExtras
  currency: ShiftCurrency
  timeZone: string
  /** ISO. */
  begunAt: string
  job: Job
}

/**
 * The result of a refresh. The names of registers, `outbox` and `differences` are added when the
 * shift is shown.
 */
export function toReadShift(collected: CollectedShift) {
  const { shift, payments, extras, currency, timeZone, job } = collected
  const { decimals } = currency
  const methods = allMethods(extras.methods, payments.methodNames)
  const names = new Map(methods.map(({ methodId, name }) => [methodId, name]))
  const waste = sumWaste(extras.incidents)
  const figures = figuresOf({
    shift,
    payments: [...payments.all()],
    nameOf: (id) => names.get(id) ?? '',
    waste,
    outbox: { unsent: 0, unknown: 0 },
    decimals,
    timeZone,
    tips: 'unknown',
    // A payment that was made during the refresh may be missing.
    readAt: collected.begunAt,
  })
  const registers = registersOf(shift, decimals)
  const isIncomplete = Number(job.complete === false)
  return {
    currency,
    figures,
    /** All payments that name the shift, valid or not. */
    payments: payments.size,
    /** How many records could not be read, or are known to be missing. */
    unread: job.leftOut + isIncomplete + collected.unreadOfShift + extras.unreadWaste,
    facts: {
      from: shift.startedAt ?? null,
      to: shift.endedAt ?? null,
      timeZone,
      payments: figures.all.payments,
      voided: figures.all.voided.payments,
      toCheck: figures.unreadAmounts,
      methods,
      suggestedCashMethodId: suggestCash(methods, registers),
      registers: registers.map(({ id, start }) => ({ id, start })),
      waste,
      wasteError: extras.wasteError,
      invoices: figures.invoices,
    },
  }
}

export type ReadShift = ReturnType<typeof toReadShift>
