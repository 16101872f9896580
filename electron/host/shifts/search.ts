import type { Job } from '#contract/jobs/jobs.ts'
import type { ShiftCurrency, ShiftListing, ShiftSearch } from '#contract/shifts/shifts.ts'
import { beginningOf, businessDayOf, dayAfter } from '#domain/store-time/business-day.ts'
import { shiftCurrencyOf } from '#domain/shifts/currency.ts'
import { tipsSuggestedBy, totalsOf, type WireShift } from '#domain/shifts/figures.ts'
import {
  countOf,
  ShiftPayments,
  shiftSumsOf,
  type GatheredShift,
  type WirePayment,
} from '#domain/shifts/payments.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import { everyTabPayment } from '#platform/lists.ts'
import { paceOf } from '#platform/call/pace.ts'
import { readShift } from '#platform/tabs.ts'
import { jobs, type JobPlan, type JobReport, type JobRun } from '../jobs/jobs.ts'
import { ListReader } from '../jobs/lists.ts'
import type { Context } from '../noun.ts'
import type { TipsEvidence } from './store.ts'

/**
 * What the host knows about a shift that the search found; `payments` is null if the shift was not
 * opened.
 */
export type KnownHere = Pick<ShiftListing, 'closeOut' | 'isCounted'> & {
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

const jobsIn = ({ use }: Context) => use(jobs).of<Search>('shifts.find')

/** Reads the payments first, and then the shifts that they name. */
class SearchJob implements JobPlan {
  readonly stays = true
  readonly #storeId: string
  readonly #search: Search
  readonly #onDone: () => void
  readonly #reader = new ListReader<WirePayment>()
  #areRead = false

  constructor(storeId: string, search: Search, onDone: () => void) {
    this.#storeId = storeId
    this.#search = search
    this.#onDone = onDone
  }

  async *run({ connection, signal }: JobRun): AsyncGenerator<JobReport> {
    const { payments, from } = this.#search
    const range = { from: new Date(from).toISOString() }
    this.#areRead ||= yield* this.#reader.read(
      (start) => everyTabPayment(connection, this.#storeId, range, { start, signal }),
      signal,
      ({ value, unreadOf }) => {
        for (const each of value) payments.put(each, unreadOf.get(each))
        return { items: value.length }
      },
    )
    if (!this.#areRead) return
    const failure = await this.#readRecords(connection, signal)
    if (failure !== null) yield { failure }
  }

  done(): void {
    this.#onDone()
    this.#search.payments.release()
  }

  /**
   * Reads each shift that payments name once. A shift that the platform does not have is listed
   * from its payments.
   */
  async #readRecords(from: Connection, signal: AbortSignal): Promise<CallFailure | null> {
    const { payments, records } = this.#search
    for (const shiftId of payments.shifts.keys()) {
      if (records.has(shiftId)) continue
      await paceOf(from).turn(signal)
      if (signal.aborted) return null
      const params = { storeId: this.#storeId, shiftId }
      const answer = await readShift(from, { params }, { signal })
      if (answer.ok) records.set(shiftId, answer.value)
      else if (answer.failure.kind === 'answered' && answer.failure.status === 404)
        records.set(shiftId, null)
      else return answer.failure
    }
    return null
  }
}

/**
 * The search for shifts. The platform cannot list them, so the search reads the payments of the
 * last days and collects their shifts.
 */
export class ShiftFinder {
  readonly #context: Context
  readonly #tips: TipsEvidence
  readonly #hereOf: (shiftId: string) => KnownHere
  readonly #searches: ReturnType<typeof jobsIn>
  /** The job of the last search. */
  #jobId: string | null = null

  constructor(context: Context, tips: TipsEvidence, hereOf: (shiftId: string) => KnownHere) {
    this.#context = context
    this.#tips = tips
    this.#hereOf = hereOf
    this.#searches = jobsIn(context)
  }

  /** The last search as far as it got; null if there was none since the start. */
  get state(): ShiftSearch | null {
    const last = this.#last()
    return last === null ? null : this.#view(last.stored, last.job)
  }

  /** What the payments read so far say about a shift; null if none names it. */
  gathered(shiftId: string): GatheredShift | null {
    return this.#last()?.stored.payments.shifts.get(shiftId) ?? null
  }

  begin(days: number): ShiftSearch {
    if (this.#jobId !== null) void this.#searches.forget(this.#jobId)
    const { clock, timeZone, settings, countryCode, storeId } = this.#context
    const currency = shiftCurrencyOf(countryCode())
    const today = this.#dayOf(clock.now())
    const search: Search = {
      days,
      from: beginningOf(dayAfter(today, 1 - days), timeZone(), settings().businessDayBorder),
      currency,
      payments: new ShiftPayments(currency.decimals),
      records: new Map(),
    }
    const plan = new SearchJob(storeId ?? '', search, () => this.#learn(search))
    const job = this.#searches.start(plan, search)
    this.#jobId = job.id
    return this.#view(search, job)
  }

  #last(): ReturnType<ReturnType<typeof jobsIn>['find']> {
    return this.#jobId === null ? null : this.#searches.find(this.#jobId)
  }

  #dayOf(at: number): string {
    const { timeZone, settings } = this.#context
    return businessDayOf(at, timeZone(), settings().businessDayBorder)
  }

  #view(search: Search, job: Job): ShiftSearch {
    const { days, currency, payments } = search
    const shifts = [...payments.shifts]
      .filter(([, { sum }]) => countOf(sum) > 0)
      .map(([id, gathered]) => this.#listingOf(id, gathered, search, job))
    return { days, currency, job, shifts: shifts.toSorted(byTime) }
  }

  #listingOf(
    id: string,
    { sum, first, last, hasEnded }: GatheredShift,
    { records, from }: Search,
    { state }: Job,
  ): ShiftListing {
    const sums = shiftSumsOf(sum)
    const record = records.get(id)
    const startedAt = record?.startedAt ?? null
    const here = this.#hereOf(id)
    const day = startedAt === null ? (first ?? this.#context.clock.now()) : Date.parse(startedAt)
    return {
      id,
      from: startedAt ?? iso(first),
      to: record?.endedAt ?? (hasEnded ? iso(last) : null),
      isOpen: record === null || record === undefined ? !hasEnded : record.endedAt == null,
      businessDay: this.#dayOf(day),
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

  /** Learns from complete shifts where tips are. */
  #learn({ payments, records, currency, from }: Search): void {
    for (const [id, record] of records) {
      const gathered = payments.shifts.get(id)
      const isWhole = record?.startedAt != null && Date.parse(record.startedAt) >= from
      if (record?.endedAt == null || !isWhole || gathered === undefined) continue
      const totals = totalsOf(record, currency.decimals)
      this.#tips.put(id, tipsSuggestedBy(shiftSumsOf(gathered.sum), totals))
    }
  }
}
