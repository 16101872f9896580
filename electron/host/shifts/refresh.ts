import type { Job } from '#contract/jobs.ts'
import type { ShiftCurrency } from '#contract/shifts/shifts.ts'
import { businessDayOf } from '#domain/shifts/business-day.ts'
import { shiftCurrencyOf } from '#domain/shifts/currency.ts'
import {
  figuresOf,
  registersOf,
  suggestCash,
  tipsSuggestedBy,
  type WireShift,
} from '#domain/shifts/figures.ts'
import {
  countOf,
  createShiftPayments,
  type GatheredShift,
  type ShiftPayments,
  type WirePayment,
} from '#domain/shifts/payments.ts'
import { sumWaste } from '#domain/shifts/waste.ts'
import { createPaymentWindow, type PaymentWindow, type Span } from '#domain/shifts/window.ts'
import { everyTabPayment } from '#platform/lists.ts'
import { readShift } from '#platform/tabs.ts'
import { isoNow } from '../clock.ts'
import { jobs, type JobPlan } from '../jobs/jobs.ts'
import { ListReader } from '../jobs/lists.ts'
import type { Context } from '../noun.ts'
import {
  allMethods,
  rangeOf,
  readShiftExtras,
  takeShiftPayments,
  type ShiftExtras,
} from './shift-lists.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'

/** What is needed to read the payments of a shift. */
interface Opened {
  currency: ShiftCurrency
  timeZone: string
}

/** Assumed if the platform does not say when a shift began. */
const longestShiftMs = 3 * 24 * 3_600_000

function spanOf({ startedAt, endedAt }: WireShift, now: number): Span {
  const to = endedAt == null ? null : Date.parse(endedAt)
  return { from: startedAt == null ? (to ?? now) - longestShiftMs : Date.parse(startedAt), to }
}

/** Everything that a refresh has collected at its end. */
interface Gathered {
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
function toReadShift(gathered: Gathered) {
  const { shift, payments, extras, currency, timeZone, job } = gathered
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
    readAt: gathered.begunAt,
  })
  const registers = registersOf(shift, decimals)
  const isIncomplete = Number(job.complete === false)
  return {
    currency,
    figures,
    /** All payments that name the shift, valid or not. */
    payments: payments.size,
    /** How many records could not be read, or are known to be missing. */
    unread: job.leftOut + isIncomplete + gathered.unreadOfShift + extras.unreadWaste,
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

/**
 * Reads shifts from the platform. A complete result stays until the next complete one.
 *
 * `listed` returns what the search knows about a shift, null if it has not found it. `onRead` is
 * called after each complete refresh.
 */
export function createShiftRefresh(
  context: Context,
  { names, tips }: ShiftStore,
  changes: ShiftChanges,
  {
    listed,
    onRead,
  }: { listed(shiftId: string): GatheredShift | null; onRead(shiftId: string): void },
) {
  const { db, clock, timeZone, settings, countryCode } = context
  const storeId = context.storeId ?? ''
  const currencyNow = () => shiftCurrencyOf(countryCode())
  const opened = context.use(jobs).of<Opened>('shifts.show')
  /** The newest job of each shift. */
  const jobIds = new Map<string, string>()
  const read = new Map<string, ReadShift>()

  /** The store's country may become known during the refresh of a shift, or after it. */
  const holds = (currency: ShiftCurrency, zone: string): boolean =>
    currency.code === currencyNow().code && zone === timeZone()

  /** The result for a shift; null if there is none, or it has not the store's currency and time zone. */
  function of(shiftId: string): ReadShift | null {
    const whole = read.get(shiftId)
    return whole !== undefined && holds(whole.currency, whole.facts.timeZone) ? whole : null
  }

  /** How many payments the search found that the shift's own refresh did not. */
  function missingOf(shiftId: string): number {
    const found = listed(shiftId)
    const own = read.get(shiftId)
    return found === null || own === undefined ? 0 : Math.max(countOf(found.sum) - own.payments, 0)
  }

  /** Gives each register and person of the shift a number, so that people can name them. */
  function learnNames(shiftId: string): void {
    const whole = of(shiftId)
    if (whole === null) return
    const people = whole.figures.byPerson.map(({ personId }) => personId)
    const registers = whole.figures.registers.map(({ id }) => id)
    db.transact(() => names.learn({ registers, people }))
  }

  function keep(shiftId: string, gathered: Gathered): void {
    const whole = toReadShift(gathered)
    const { all, own } = whole.figures
    if (gathered.shift.endedAt != null) tips.put(shiftId, tipsSuggestedBy(all, own))
    read.set(shiftId, whole)
    learnNames(shiftId)
    onRead(shiftId)
    changes.touch(shiftId)
  }

  function planOf(shiftId: string, { currency, timeZone: zone }: Opened): JobPlan {
    const payments = createShiftPayments(currency.decimals)
    const reader = new ListReader<WirePayment>()
    let begun: { at: string; shift: WireShift; unread: number; window: PaymentWindow } | null = null
    let extras: ShiftExtras | null = null

    return {
      stays: true,
      async *run({ connection, signal }) {
        if (begun === null) {
          const at = isoNow(clock)
          const answer = await readShift(connection, { params: { storeId, shiftId } }, { signal })
          if (!answer.ok) {
            yield { failure: answer.failure }
            return
          }
          const shift = answer.value
          const now = clock.now()
          const window = createPaymentWindow(spanOf(shift, now), listed(shiftId), now)
          begun = { at, shift, unread: answer.unread?.length ?? 0, window }
        }
        const { shift, window } = begun
        for (let span = window.next(); span !== null; span = window.next()) {
          const range = rangeOf(span)
          const reports = reader.read(
            (start) => everyTabPayment(connection, storeId, range, { start, signal }),
            signal,
            (part) => takeShiftPayments(part, shiftId, payments, window),
          )
          for await (const report of reports)
            yield 'failure' in report || window.next() === null
              ? report
              : { ...report, complete: null }
          if (signal.aborted) return
        }
        extras = await readShiftExtras(connection, storeId, spanOf(shift, clock.now()), signal)
      },
      done(job) {
        if (begun !== null && extras !== null)
          keep(shiftId, {
            shift: begun.shift,
            unreadOfShift: begun.unread,
            payments,
            extras,
            currency,
            timeZone: zone,
            begunAt: begun.at,
            job,
          })
        payments.release()
      },
    }
  }

  function start(shiftId: string): Job {
    const known = jobIds.get(shiftId)
    if (known !== undefined) {
      void opened.forget(known)
      // The screens ask for the new job.
      changes.touch(shiftId)
    }
    const by = { currency: currencyNow(), timeZone: timeZone() }
    const job = opened.start(planOf(shiftId, by), by)
    jobIds.set(shiftId, job.id)
    return job
  }

  return {
    /**
     * The job that reads a shift. Starts one if there is none since the start, or its result is no
     * longer valid.
     */
    open(shiftId: string): Job {
      const known = opened.find(jobIds.get(shiftId) ?? '')
      const holdsStill = known !== null && holds(known.stored.currency, known.stored.timeZone)
      return holdsStill ? known.job : start(shiftId)
    },
    again: start,
    missing: missingOf,
    of,
    /**
     * How much the figures of a shift lack: the number of unreadable records, plus one if payments
     * are missing. A running refresh does not change it.
     */
    unread: (shiftId: string) => (read.get(shiftId)?.unread ?? 0) + Number(missingOf(shiftId) > 0),
    /** The current day if the shift was not read yet. */
    businessDay(shiftId: string) {
      const from = read.get(shiftId)?.facts.from ?? null
      const at = from === null ? clock.now() : Date.parse(from)
      return businessDayOf(at, timeZone(), settings().businessDayBorder)
    },
  }
}
export type ShiftRefresh = ReturnType<typeof createShiftRefresh>
