import type { Job } from '#contract/jobs/jobs.ts'
import type { ShiftCurrency } from '#contract/shifts/shifts.ts'
import { figuresOf, registersOf, suggestCash, type WireShift } from '#domain/shifts/figures.ts'
import type { ShiftPayments } from '#domain/shifts/payments.ts'
import { sumWaste } from '#domain/shifts/waste.ts'
import { allMethods, type ShiftExtras } from './shift-lists.ts'

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
