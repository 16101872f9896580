import { isDeepStrictEqual } from 'node:util'
import type { Job } from '#contract/jobs/jobs.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { noProgress } from '#domain/jobs/job.ts'
import { boundsOfDays } from '#domain/store-time/business-day.ts'
import type { Connection } from '#platform/connection.ts'
import type { ListOptions, ListPart, ListStep } from '#platform/lists/list-step.ts'
import type { PageStart } from '#platform/lists/page.ts'
import type { Context } from '../noun.ts'
import { jobs, type JobsOf } from './jobs.ts'
import { ListReader, type PartCounts } from './lists.ts'
import type { JobPlan, JobReport, JobRun } from './plan.ts'

/** The list that a noun reads, and what it stores of each item. */
export interface DayListSource<Item, Row, Terms> {
  startedBy: Job['startedBy']
  /** Read when a job starts and used for all its rows, even if the store changes meanwhile. */
  terms(): Terms
  /** The parts of the list between two instants (ISO, both included), oldest first. */
  list(
    connection: Connection,
    storeId: string,
    range: { from: string; to: string },
    options: ListOptions<PageStart>,
  ): AsyncIterable<ListStep<Item, PageStart>>
  /** The instant of an item, ISO; null if it has none. */
  at(item: Item): string | null
  /** Makes the row that is stored. `unread` names the fields that could not be read. */
  row(item: Item, at: string, unread: readonly string[], terms: Terms): Row
}

/** Business days of the store, YYYY-MM-DD, both included. */
interface Days {
  from: string
  to: string
}

/** The same as instants, ISO, both included. */
interface Range {
  from: string
  to: string
}

/** Nobody looks through more rows, and memory needs a limit. */
const maxRows = 100_000
/** Enough for two managers, or for one with two windows. */
const maxJobs = 2

/** Reads one list, over several runs. */
class DayListPlan<Item extends { _id: string }, Row, Terms> implements JobPlan {
  /** In the order of arrival. */
  readonly rows: Row[] = []
  readonly #source: DayListSource<Item, Row, Terms>
  readonly #storeId: string
  readonly #terms: Terms
  /** The store's days now. */
  readonly #rangeNow: () => Range
  readonly #ids = new Set<string>()
  #reader = new ListReader<Item>()
  #range: Range | null = null

  constructor(
    source: DayListSource<Item, Row, Terms>,
    storeId: string,
    terms: Terms,
    rangeNow: () => Range,
  ) {
    this.#source = source
    this.#storeId = storeId
    this.#terms = terms
    this.#rangeNow = rangeNow
  }

  discard(): void {
    this.rows.length = 0
    this.#ids.clear()
  }

  async *run({ connection, signal }: JobRun): AsyncGenerator<JobReport> {
    const range = this.#rangeNow()
    // If the store's time zone became known since the last run, or its business day begins at
    // another time, its days are different ones and so are the pages.
    if (this.#range !== null && !isDeepStrictEqual(this.#range, range)) {
      this.discard()
      this.#reader = new ListReader()
      yield { progress: noProgress }
    }
    this.#range = range
    const reports = this.#reader.read(
      (start) => this.#source.list(connection, this.#storeId, range, { start, signal }),
      signal,
      (part) => this.#add(part, range),
    )
    for await (const report of reports) {
      const hasMore = 'progress' in report && report.complete === null
      const isFull = hasMore && this.rows.length >= maxRows
      yield isFull ? { ...report, isFull } : report
    }
  }

  #add({ value, unreadOf }: ListPart<Item, PageStart>, { from, to }: Range): PartCounts {
    const before = this.rows.length
    let outside = 0
    for (const item of value) {
      const at = this.#source.at(item)
      if (at === null || at < from || at > to) outside += 1
      else if (!this.#ids.has(item._id) && this.rows.length < maxRows) {
        this.#ids.add(item._id)
        this.rows.push(this.#source.row(item, at, unreadOf.get(item) ?? [], this.#terms))
      }
    }
    return { items: this.rows.length - before, outside }
  }
}

interface DayList<Row, Terms> {
  days: Days
  terms: Terms
  rows: readonly Row[]
}

/** Jobs that read a list of the platform between two days and hold its rows in memory. */
export class DayLists<Item extends { _id: string }, Row, Terms> {
  readonly #context: Context
  /** Null while the store is unknown. */
  readonly #storeId: () => string | null
  readonly #source: DayListSource<Item, Row, Terms>
  readonly #jobs: JobsOf<DayList<Row, Terms>>
  readonly #jobIds: string[] = []

  constructor(
    context: Context,
    storeId: () => string | null,
    source: DayListSource<Item, Row, Terms>,
  ) {
    this.#context = context
    this.#storeId = storeId
    this.#source = source
    this.#jobs = context.use(jobs).of(source.startedBy)
  }

  /** `bad-input` if the last day is before the first. */
  start(days: Days): Result<Job> {
    if (days.from > days.to) return fail('bad-input', 'to: is before from')
    const storeId = this.#storeId()
    if (this.#context.connection === null) return fail('unauthorised', undefined, 'no-token')
    if (storeId === null) return fail('not-found')
    const terms = this.#source.terms()
    const plan = new DayListPlan(this.#source, storeId, terms, () => this.#rangeOf(days))
    const job = this.#jobs.start(plan, { days, terms, rows: plan.rows })
    const [oldest] = this.#jobIds
    if (this.#jobIds.push(job.id) > maxJobs && oldest !== undefined) {
      this.#jobIds.shift()
      void this.#jobs.forget(oldest)
    }
    return ok(job)
  }

  /** Null if the job was forgotten. */
  find(id: string): ({ job: Job } & DayList<Row, Terms>) | null {
    const started = this.#jobs.find(id)
    return started === null ? null : { job: started.job, ...started.stored }
  }

  #rangeOf(days: Days): Range {
    const { timeZone, settings } = this.#context
    const { from, to } = boundsOfDays(days, timeZone(), settings().businessDayBorder)
    return { from: new Date(from).toISOString(), to: new Date(to - 1).toISOString() }
  }
}

const pageSize = 50

/** A page of the rows that match a filter. A number beyond the last page gives the last page. */
export function pageOf<Row>(all: readonly Row[], asked: number) {
  const pages = Math.max(1, Math.ceil(all.length / pageSize))
  const page = Math.min(asked, pages)
  const rows = all.slice((page - 1) * pageSize, page * pageSize)
  return { rows, page, pages, total: all.length }
}
