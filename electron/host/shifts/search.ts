import type { AppError } from '#contract/result.ts'
import type { ShiftCurrency, ShiftListing, ShiftSearch } from '#contract/shifts/shifts.ts'
import { beginningOf, businessDayOf } from '#domain/shifts/business-day.ts'
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
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { ShiftChanges } from './changes.ts'
import { beginReading, type Reading } from './reading.ts'
import type { TipsEvidence } from './tips-evidence.ts'

export interface SearchDeps {
  connection: Connection | null
  storeId: string | null
  clock: Clock
  log: Log
  changes: ShiftChanges
  evidence: TipsEvidence
  currency(): ShiftCurrency
  timeZone(): string
  /** HH:MM. */
  border(): string
  /** What is known here of a shift. */
  hereOf(shiftId: string): {
    closeOut: number | null
    isCounted: boolean
    isBlind: boolean
    /** How many payments it has by its own reading; null where it was not opened. */
    payments: number | null
  }
}

/** The search for shifts: there is no list of them, so the payments of the last days are read and their shifts gathered. */
export interface ShiftFinder {
  begin(days: number): ShiftSearch
  readonly state: ShiftSearch | null
  /** What the payments that were read so far say of a shift; null where none names it. */
  gathered(shiftId: string): GatheredShift | null
  /** False where nothing can be steered so. */
  steer(how: 'cancel' | 'resume'): boolean
  close(): Promise<void>
}

interface Under {
  days: number
  from: number
  currency: ShiftCurrency
  book: PaymentBook
  /** By id, as read; null where the platform has none. */
  records: Map<string, WireShift | null>
  reading: Reading
}

const dayMs = 24 * 3_600_000
const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

/** The open one first, then the newest. */
const byTime = (a: ShiftListing, b: ShiftListing): number =>
  Number(b.isOpen) - Number(a.isOpen) || (b.from ?? '').localeCompare(a.from ?? '')

export function createShiftFinder(deps: SearchDeps): ShiftFinder {
  const { connection, clock, log, changes, evidence } = deps
  const storeId = deps.storeId ?? ''
  let under: Under | null = null

  function listingOf(
    id: string,
    gathered: GatheredShift,
    { records, from, reading }: Under,
  ): ShiftListing {
    const { tally, byMethod, first, last, hasEnded } = gathered
    const sums = shiftSumsOf(tally)
    const record = records.get(id)
    const startedAt = record?.startedAt ?? null
    const here = deps.hereOf(id)
    const methods = [...byMethod.values()].filter((count) => count > 0).length
    const day = startedAt === null ? (first ?? clock.now()) : Date.parse(startedAt)
    return {
      id,
      from: startedAt ?? iso(first),
      to: record?.endedAt ?? (hasEnded ? iso(last) : null),
      isOpen: record === null || record === undefined ? !hasEnded : record.endedAt == null,
      businessDay: businessDayOf(day, deps.timeZone(), deps.border()),
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

  function view(of: Under): ShiftSearch {
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
  function learn({ book, records, currency, from }: Omit<Under, 'reading' | 'days'>): void {
    for (const [id, record] of records) {
      const gathered = book.shifts.get(id)
      const isWhole = record?.startedAt != null && Date.parse(record.startedAt) >= from
      if (record?.endedAt == null || !isWhole || gathered === undefined) continue
      const totals = totalsOf(record, currency.decimals)
      evidence.put(id, tipsSuggestedBy(shiftSumsOf(gathered.tally), totals))
    }
  }

  /** Reads the shifts that the payments name, each once; one that the platform does not have is listed by its payments. */
  async function readRecords(
    from: Connection,
    { book, records }: Pick<Under, 'book' | 'records'>,
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
    begin(days) {
      under?.reading.cancel()
      const currency = deps.currency()
      const today = businessDayOf(clock.now(), deps.timeZone(), deps.border())
      const from = beginningOf(today, deps.timeZone(), deps.border()) - (days - 1) * dayMs
      const book = createPaymentBook(currency.decimals)
      const records = new Map<string, WireShift | null>()
      const parts = { from, currency, book, records }
      const reading = beginReading(
        {
          before: () => Promise.resolve(connection === null ? noToken : null),
          async *pages(start, signal) {
            if (connection === null) return
            const range = { from: new Date(from).toISOString() }
            for await (const step of everyTabPayment(connection, storeId, range, {
              start,
              signal,
            })) {
              if (step.ok) for (const each of step.value) book.put(each, step.unreadOf.get(each))
              yield step
            }
          },
          after: async (signal) =>
            connection === null ? noToken : readRecords(connection, parts, signal),
          done() {
            learn(parts)
            book.release()
          },
        },
        {
          clock,
          log,
          // One that another has taken the place of says no more.
          told(state) {
            if (under?.reading === reading) changes.read(null, state)
          },
        },
      )
      under = { ...parts, days, reading }
      return view(under)
    },
    get state() {
      return under === null ? null : view(under)
    },
    gathered: (shiftId) => under?.book.shifts.get(shiftId) ?? null,
    steer: (how) => under?.reading[how]() ?? false,
    async close() {
      under?.reading.cancel()
      await under?.reading.settled()
    },
  }
}
