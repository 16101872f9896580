import type { Job } from '#contract/jobs/jobs.ts'
import type { ShiftCurrency } from '#contract/shifts/shifts.ts'
import { businessDayOf } from '#domain/store-time/business-day.ts'
import { shiftCurrencyOf } from '#domain/shifts/currency.ts'
import { tipsSuggestedBy } from '#domain/shifts/figures.ts'
import { countOf, type GatheredShift } from '#domain/shifts/payments.ts'
import { jobs } from '../jobs/jobs.ts'
import type { Context } from '../noun.ts'
import { toReadShift, type CollectedShift, type ReadShift } from './shift-lists.ts'
import { ShiftJob, type Opened } from './shift-job.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'

interface RefreshDeps {
  /** What the search knows about a shift; null if it has not found it. */
  listed(shiftId: string): GatheredShift | null
  /** Called after each complete refresh. */
  onRead(shiftId: string): void
}

const jobsIn = ({ use }: Context) => use(jobs).of<Opened>('shifts.show')

/** Reads shifts from the platform. A complete result stays until the next complete one. */
export class ShiftRefresh {
  readonly #context: Context
  readonly #store: ShiftStore
  readonly #changes: ShiftChanges
  readonly #deps: RefreshDeps
  readonly #jobs: ReturnType<typeof jobsIn>
  /** The newest job of each shift. */
  readonly #jobIds = new Map<string, string>()
  readonly #results = new Map<string, ReadShift>()

  constructor(context: Context, store: ShiftStore, changes: ShiftChanges, deps: RefreshDeps) {
    this.#context = context
    this.#store = store
    this.#changes = changes
    this.#deps = deps
    this.#jobs = jobsIn(context)
  }

  /**
   * The job that reads a shift. Starts one if there is none since the start, or its result is no
   * longer valid.
   */
  open(shiftId: string): Job {
    const last = this.#jobs.find(this.#jobIds.get(shiftId) ?? '')
    const isValid = last !== null && this.#isValid(last.stored.currency, last.stored.timeZone)
    return isValid ? last.job : this.again(shiftId)
  }

  again(shiftId: string): Job {
    const lastId = this.#jobIds.get(shiftId)
    if (lastId !== undefined) {
      void this.#jobs.forget(lastId)
      // The screens ask for the new job.
      this.#changes.touch(shiftId)
    }
    const { clock, timeZone, storeId } = this.#context
    const opened = { currency: this.#currencyNow(), timeZone: timeZone() }
    const plan = new ShiftJob({
      ...{ clock, storeId: storeId ?? '', shiftId, opened },
      listed: () => this.#deps.listed(shiftId),
      onRead: (collected) => this.#save(shiftId, collected),
    })
    const job = this.#jobs.start(plan, opened)
    this.#jobIds.set(shiftId, job.id)
    return job
  }

  /** The result for a shift; null if there is none, or it has not the store's currency and time zone. */
  of(shiftId: string): ReadShift | null {
    const whole = this.#results.get(shiftId)
    return whole !== undefined && this.#isValid(whole.currency, whole.facts.timeZone) ? whole : null
  }

  /** How many payments the search found that the shift's own refresh did not. */
  missing(shiftId: string): number {
    const listed = this.#deps.listed(shiftId)
    const own = this.#results.get(shiftId)
    return listed === null || own === undefined
      ? 0
      : Math.max(countOf(listed.sum) - own.payments, 0)
  }

  /**
   * How much the figures of a shift lack: the number of unreadable records, plus one if payments
   * are missing. A running refresh does not change it.
   */
  unread(shiftId: string): number {
    return (this.#results.get(shiftId)?.unread ?? 0) + Number(this.missing(shiftId) > 0)
  }

  /** The current day if the shift was not read yet. */
  businessDay(shiftId: string): string {
    const { clock, timeZone, settings } = this.#context
    const from = this.#results.get(shiftId)?.facts.from ?? null
    const at = from === null ? clock.now() : Date.parse(from)
    return businessDayOf(at, timeZone(), settings().businessDayBorder)
  }

  #currencyNow(): ShiftCurrency {
    return shiftCurrencyOf(this.#context.countryCode())
  }

  /** The store's country may become known during the refresh of a shift, or after it. */
  #isValid(currency: ShiftCurrency, zone: string): boolean {
    return currency.code === this.#currencyNow().code && zone === this.#context.timeZone()
  }

  #save(shiftId: string, collected: CollectedShift): void {
    const whole = toReadShift(collected)
    const { all, own } = whole.figures
    if (collected.shift.endedAt != null) this.#store.tips.put(shiftId, tipsSuggestedBy(all, own))
    this.#results.set(shiftId, whole)
    this.#learnNames(shiftId)
    this.#deps.onRead(shiftId)
    this.#changes.touch(shiftId)
  }

  /** Gives each register and person of the shift a number, so that people can name them. */
  #learnNames(shiftId: string): void {
    const whole = this.of(shiftId)
    if (whole === null) return
    const people = whole.figures.byPerson.map(({ personId }) => personId)
    const registers = whole.figures.registers.map(({ id }) => id)
    this.#context.db.transact(() => this.#store.names.learn({ registers, people }))
  }
}
