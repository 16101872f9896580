import type { Job } from '#contract/jobs.ts'
import type { ShiftCurrency, ShiftListing, ShiftSearch } from '#contract/shifts/shifts.ts'
import { beginningOf, businessDayOf, dayAfter } from '#domain/shifts/business-day.ts'
import { shiftCurrencyOf } from '#domain/shifts/currency.ts'
import { tipsSuggestedBy, totalsOf, type WireShift } from '#domain/shifts/figures.ts'
import {
  countOf,
  createShiftPayments,
  shiftSumsOf,
  type GatheredShift,
  type ShiftPayments,
  type WirePayment,
} from '#domain/shifts/payments.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import { everyTabPayment } from '#platform/lists.ts'
import { paceOf } from '#platform/call/pace.ts'
import { readShift } from '#platform/tabs.ts'
import { jobs, type JobPlan } from '../jobs/jobs.ts'
import { ListReader } from '../jobs/lists.ts'
import type { Context } from '../noun.ts'
import type { ShiftStore } from './store.ts'

/**
 * What the host knows about a shift that the search found; `payments` is null if the shift was not
 * opened.
 */
type KnownHere = Pick<ShiftListing, 'closeOut' | 'isCounted'> & {
  isBlind: boolean
  payments: number | null
}

interface Search {
  days: number
  from: number
  currency: ShiftCurrency
  payments: ShiftPayments
  /** By id; null if the platform has no such shift. */
  records: Map<string, WireShift | null>
}

const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

/** The open shift first, then the newest. */
const byTime = (a: ShiftListing, b: ShiftListing): number =>
  Number(b.isOpen) - Number(a.isOpen) || (b.from ?? '').localeCompare(a.from ?? '')

/**
 * The search for shifts. The platform cannot list them, so the search reads the payments of the
 * last days and collects their shifts.
 */
export function createShiftFinder(
  context: Context,
  { tips }: Pick<ShiftStore, 'tips'>,
  hereOf: (shiftId: string) => KnownHere,
) {
  const { clock, timeZone, settings, countryCode } = context
  const storeId = context.storeId ?? ''
  const dayOf = (at: number) => businessDayOf(at, timeZone(), settings().businessDayBorder)
  const searches = context.use(jobs).of<Search>('shifts.find')
  /** The job of the last search. */
  let current: string | null = null
  const found = () => (current === null ? null : searches.find(current))

  function listingOf(
    id: string,
    gathered: GatheredShift,
    { records, from }: Search,
    { state }: Job,
  ): ShiftListing {
    const { sum, first, last, hasEnded } = gathered
    const sums = shiftSumsOf(sum)
    const record = records.get(id)
    const startedAt = record?.startedAt ?? null
    const here = hereOf(id)
    const day = startedAt === null ? (first ?? clock.now()) : Date.parse(startedAt)
    return {
      id,
      from: startedAt ?? iso(first),
      to: record?.endedAt ?? (hasEnded ? iso(last) : null),
      isOpen: record === null || record === undefined ? !hasEnded : record.endedAt == null,
      businessDay: dayOf(day),
      payments: sums.payments,
      voided: sums.voided.payments,
      toCheck: sum.toCheck,
      outside: state === 'done' ? Math.max((here.payments ?? 0) - countOf(sum), 0) : 0,
      sum: here.isBlind ? null : sums.amount,
      isPart: startedAt !== null && Date.parse(startedAt) < from,
      closeOut: here.closeOut,
      isCounted: here.isCounted,
    }
  }

  function view(search: Search, job: Job): ShiftSearch {
    const { days, currency, payments } = search
    const shifts = [...payments.shifts]
      .filter(([, { sum }]) => countOf(sum) > 0)
      .map(([id, gathered]) => listingOf(id, gathered, search, job))
    return { days, currency, job, shifts: shifts.toSorted(byTime) }
  }

  /** Learns from a complete shift where tips are. */
  function learn({ payments, records, currency, from }: Search): void {
    for (const [id, record] of records) {
      const gathered = payments.shifts.get(id)
      const isWhole = record?.startedAt != null && Date.parse(record.startedAt) >= from
      if (record?.endedAt == null || !isWhole || gathered === undefined) continue
      const totals = totalsOf(record, currency.decimals)
      tips.put(id, tipsSuggestedBy(shiftSumsOf(gathered.sum), totals))
    }
  }

  /**
   * Reads each shift that payments name once. A shift that the platform does not have is listed
   * from its payments.
   */
  async function readRecords(
    from: Connection,
    { payments, records }: Search,
    signal: AbortSignal,
  ): Promise<CallFailure | null> {
    for (const shiftId of payments.shifts.keys()) {
      if (records.has(shiftId)) continue
      await paceOf(from).turn(signal)
      if (signal.aborted) return null
      const read = await readShift(from, { params: { storeId, shiftId } }, { signal })
      if (read.ok) records.set(shiftId, read.value)
      else if (read.failure.kind === 'answered' && read.failure.status === 404)
        records.set(shiftId, null)
      else return read.failure
    }
    return null
  }

  /** Reads the payments first, and then the shifts that they name. */
  function planOf(search: Search): JobPlan {
    const { payments, from } = search
    const reader = new ListReader<WirePayment>()
    let areRead = false
    return {
      stays: true,
      async *run({ connection, signal }) {
        const range = { from: new Date(from).toISOString() }
        areRead ||= yield* reader.read(
          (start) => everyTabPayment(connection, storeId, range, { start, signal }),
          signal,
          ({ value, unreadOf }) => {
            for (const each of value) payments.put(each, unreadOf.get(each))
            return { items: value.length }
          },
        )
        if (!areRead) return
        const failure = await readRecords(connection, search, signal)
        if (failure !== null) yield { failure }
      },
      done() {
        learn(search)
        payments.release()
      },
    }
  }

  return {
    begin(days: number): ShiftSearch {
      if (current !== null) void searches.forget(current)
      const currency = shiftCurrencyOf(countryCode())
      const today = dayOf(clock.now())
      const search: Search = {
        days,
        from: beginningOf(dayAfter(today, 1 - days), timeZone(), settings().businessDayBorder),
        currency,
        payments: createShiftPayments(currency.decimals),
        records: new Map(),
      }
      const job = searches.start(planOf(search), search)
      current = job.id
      return view(search, job)
    },
    /** The last search as far as it got; null if there was none since the start. */
    get state() {
      const last = found()
      return last === null ? null : view(last.stored, last.job)
    },
    /** What the payments read so far say about a shift; null if none names it. */
    gathered: (shiftId: string) => found()?.stored.payments.shifts.get(shiftId) ?? null,
  }
}
