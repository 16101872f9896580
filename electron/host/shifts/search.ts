import type { AppError } from '#contract/result.ts'
import type { ShiftCurrency, ShiftListing, ShiftSearch } from '#contract/shifts/shifts.ts'
import { beginningOf, businessDayOf } from '#domain/shifts/business-day.ts'
import { shiftCurrencyOf } from '#domain/shifts/currency.ts'
import { tipsSuggestedBy, totalsOf, type WireShift } from '#domain/shifts/figures.ts'
import {
  countOf,
  createPaymentBook,
  shiftSumsOf,
  type GatheredShift,
  type PaymentBook,
} from '#domain/shifts/payments.ts'
import type { Connection } from '#platform/connection.ts'
import { appError } from '#platform/call/failure.ts'
import { everyTabPayment } from '#platform/lists.ts'
import { paceOf } from '#platform/call/pace.ts'
import { readShift } from '#platform/tabs.ts'
import type { Context } from '../noun.ts'
import type { ShiftChanges } from './events.ts'
import { startReading, type Reading } from './reading.ts'
import type { ShiftStore } from './store.ts'

/** What is known here of a shift that was found; `payments` is null where it was not opened. */
type KnownHere = Pick<ShiftListing, 'closeOut' | 'isCounted'> & {
  isBlind: boolean
  payments: number | null
}

interface Search {
  days: number
  from: number
  currency: ShiftCurrency
  book: PaymentBook
  /** By id, as read; null where the platform has none. */
  records: Map<string, WireShift | null>
  reading: Reading
}

const dayMs = 24 * 3_600_000

const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

/** The open one first, then the newest. */
const byTime = (a: ShiftListing, b: ShiftListing): number =>
  Number(b.isOpen) - Number(a.isOpen) || (b.from ?? '').localeCompare(a.from ?? '')

/** The search for shifts. The platform has no list of them, so it reads the payments of the last days and gathers their shifts. */
export function createShiftFinder(
  context: Context,
  { tips }: Pick<ShiftStore, 'tips'>,
  changes: ShiftChanges,
  hereOf: (shiftId: string) => KnownHere,
) {
  const { clock, timeZone, settings, countryCode } = context
  const storeId = context.storeId ?? ''
  const dayOf = (at: number) => businessDayOf(at, timeZone(), settings().businessDayBorder)
  let current: Search | null = null

  function listingOf(
    id: string,
    gathered: GatheredShift,
    { records, from, reading }: Search,
  ): ShiftListing {
    const { tally, byMethod, first, last, hasEnded } = gathered
    const sums = shiftSumsOf(tally)
    const record = records.get(id)
    const startedAt = record?.startedAt ?? null
    const here = hereOf(id)
    const methods = [...byMethod.values()].filter((count) => count > 0).length
    const day = startedAt === null ? (first ?? clock.now()) : Date.parse(startedAt)
    return {
      id,
      from: startedAt ?? iso(first),
      to: record?.endedAt ?? (hasEnded ? iso(last) : null),
      isOpen: record === null || record === undefined ? !hasEnded : record.endedAt == null,
      businessDay: dayOf(day),
      payments: sums.payments,
      voided: sums.voided.payments,
      toCheck: tally.toCheck,
      outside:
        reading.state.state === 'done' ? Math.max((here.payments ?? 0) - countOf(tally), 0) : 0,
      sum: here.isBlind && methods === 1 ? null : sums.amount,
      isPart: startedAt !== null && Date.parse(startedAt) < from,
      closeOut: here.closeOut,
      isCounted: here.isCounted,
    }
  }

  function view(of: Search): ShiftSearch {
    const shifts = [...of.book.shifts]
      .filter(([, { tally }]) => countOf(tally) > 0)
      .map(([id, gathered]) => listingOf(id, gathered, of))
    return {
      revision: changes.revision,
      days: of.days,
      currency: of.currency,
      reading: of.reading.state,
      shifts: shifts.toSorted(byTime),
    }
  }

  /** What a whole shift suggests of where tips are. */
  function learn({ book, records, currency, from }: Omit<Search, 'reading' | 'days'>): void {
    for (const [id, record] of records) {
      const gathered = book.shifts.get(id)
      const isWhole = record?.startedAt != null && Date.parse(record.startedAt) >= from
      if (record?.endedAt == null || !isWhole || gathered === undefined) continue
      const totals = totalsOf(record, currency.decimals)
      tips.put(id, tipsSuggestedBy(shiftSumsOf(gathered.tally), totals))
    }
  }

  /** Reads the shifts that the payments name, each once; one that the platform does not have is listed by its payments. */
  async function readRecords(
    from: Connection,
    { book, records }: Pick<Search, 'book' | 'records'>,
    signal: AbortSignal,
  ): Promise<AppError | null> {
    for (const shiftId of book.shifts.keys()) {
      if (records.has(shiftId)) continue
      await paceOf(from).turn(signal)
      if (signal.aborted) return null
      const read = await readShift(from, { params: { storeId, shiftId } }, { signal })
      if (read.ok) records.set(shiftId, read.value)
      else if (read.failure.kind === 'answered' && read.failure.status === 404)
        records.set(shiftId, null)
      else return appError(read.failure)
    }
    return null
  }

  return {
    /** Searches from the start, and cancels a search that is under way. */
    begin(days: number): ShiftSearch {
      current?.reading.cancel()
      const currency = shiftCurrencyOf(countryCode())
      const today = dayOf(clock.now())
      const from = beginningOf(today, timeZone(), settings().businessDayBorder) - (days - 1) * dayMs
      const book = createPaymentBook(currency.decimals)
      const records = new Map<string, WireShift | null>()
      const parts = { from, currency, book, records }
      const reading = startReading(context, {
        async *pages(connection, start, signal) {
          const range = { from: new Date(from).toISOString() }
          const options = { start, signal }
          for await (const step of everyTabPayment(connection, storeId, range, options)) {
            if (step.ok) for (const each of step.value) book.put(each, step.unreadOf.get(each))
            yield step
          }
        },
        after: (connection, signal) => readRecords(connection, parts, signal),
        done() {
          learn(parts)
          book.release()
        },
        told(state) {
          // A search that was replaced is of no interest any more.
          if (current?.reading === reading) changes.read(null, state)
        },
      })
      current = { ...parts, days, reading }
      return view(current)
    },
    /** The last search, as far as it is; null where nobody has searched since the start. */
    get state() {
      return current === null ? null : view(current)
    },
    /** What the payments that were read so far say of a shift; null where none names it. */
    gathered: (shiftId: string) => current?.book.shifts.get(shiftId) ?? null,
    /** Answers false where there is nothing to cancel or to resume. */
    steer: (how: 'cancel' | 'resume') => current?.reading[how]() ?? false,
    async close() {
      current?.reading.cancel()
      await current?.reading.settled()
    },
  }
}
