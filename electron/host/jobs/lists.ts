import { isDeepStrictEqual } from 'node:util'
import type { Job, JobProgress } from '#contract/jobs.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { noProgress } from '#domain/jobs/job.ts'
import { boundsOfDays } from '#domain/shifts/business-day.ts'
import type { Connection } from '#platform/connection.ts'
import type { ListOptions, ListPart, ListProgress, ListStep } from '#platform/lists/list-step.ts'
import type { PageStart } from '#platform/lists/page.ts'
import type { Context } from '../noun.ts'
import { jobs, type JobPlan, type JobReport } from './jobs.ts'

/** How many items of a part count, and how many do not. */
export type PartCounts = Pick<JobProgress, 'items'> &
  Partial<Pick<JobProgress, 'leftOut' | 'outside'>>

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

/**
 * Reads lists over several runs of a job. Each run continues where the previous one ended. Several
 * lists, read one after the other, count as one.
 */
export function createListReader<Item>() {
  let start: PageStart | null = null
  let read = { pages: 0, items: 0, leftOut: 0, outside: 0 }
  /** The totals of the lists that were read to their end. */
  let ended: Pick<ListProgress, 'totalPages' | 'totalCount'> = { totalPages: 0, totalCount: 0 }
  let areComplete = true

  /**
   * Reads one list. `take` stores each part and returns what counts. Returns whether the list was
   * read to its end; if not, the signal ended it.
   */
  return async function* readList(
    list: (start: PageStart | null) => AsyncIterable<ListStep<Item, PageStart>>,
    signal: AbortSignal,
    take: (part: ListPart<Item, PageStart>) => PartCounts,
  ): AsyncGenerator<JobReport, boolean> {
    for await (const step of list(start)) {
      start = step.resume
      if (!step.ok) {
        yield { failure: step.failure }
        return false
      }
      const { items, leftOut = 0, outside = 0 } = take(step)
      read = {
        pages: read.pages + 1,
        items: read.items + items,
        leftOut: read.leftOut + step.leftOut + leftOut,
        outside: read.outside + outside,
      }
      const totalPages = sum(ended.totalPages, step.progress.totalPages)
      const totalCount = sum(ended.totalCount, step.progress.totalCount)
      areComplete &&= step.complete !== false
      yield {
        progress: { ...read, totalPages, totalItems: totalCount },
        complete: step.complete === null ? null : areComplete,
      }
      if (step.complete !== null) {
        ended = { totalPages, totalCount }
        return true
      }
      if (signal.aborted) return false
    }
    return false
  }
}

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

/** Nobody looks through more rows, and memory needs a limit. */
const mostRows = 100_000
/** Enough for two managers, or for one with two windows. */
const mostJobs = 2

/**
 * Jobs that read a list of the platform between two days and hold its rows in memory, in the order
 * of arrival. `storeId` is null while the store is unknown.
 */
export function createDayLists<Item extends { _id: string }, Row, Terms>(
  { use, connection, timeZone, settings }: Context,
  storeId: () => string | null,
  source: DayListSource<Item, Row, Terms>,
) {
  const started = use(jobs).of<{ days: Days; terms: Terms; rows: readonly Row[] }>(source.startedBy)
  const ids: string[] = []

  function planOf(days: Days, terms: Terms, store: string, rows: Row[]): JobPlan {
    const known = new Set<string>()
    let reader = createListReader<Item>()
    let range: Days | null = null

    function forgetRows(): void {
      rows.length = 0
      known.clear()
    }

    function rangeNow(): Days {
      const { from, to } = boundsOfDays(days, timeZone(), settings().businessDayBorder)
      return { from: new Date(from).toISOString(), to: new Date(to - 1).toISOString() }
    }

    return {
      discard: forgetRows,
      async *run({ connection: from, signal }) {
        const now = rangeNow()
        // If the store's time zone became known since the last run, or its business day begins at
        // another time, its days are different ones and so are the pages.
        if (range !== null && !isDeepStrictEqual(range, now)) {
          forgetRows()
          reader = createListReader()
          yield { progress: noProgress }
        }
        range = now
        const reports = reader(
          (start) => source.list(from, store, now, { start, signal }),
          signal,
          ({ value, unreadOf }) => {
            const before = rows.length
            let outside = 0
            for (const item of value) {
              const at = source.at(item)
              if (at === null || at < now.from || at > now.to) outside += 1
              else if (!known.has(item._id) && rows.length < mostRows) {
                known.add(item._id)
                rows.push(source.row(item, at, unreadOf.get(item) ?? [], terms))
              }
            }
            return { items: rows.length - before, outside }
          },
        )
        for await (const report of reports) {
          const isFull = 'progress' in report && report.complete === null && rows.length >= mostRows
          yield isFull ? { ...report, isFull } : report
        }
      },
    }
  }

  return {
    /** `bad-input` if the last day is before the first. */
    start(days: Days): Result<Job> {
      if (days.from > days.to) return fail('bad-input', 'to: is before from')
      const store = storeId()
      if (connection === null) return fail('unauthorised', undefined, 'no-token')
      if (store === null) return fail('not-found')
      const terms = source.terms()
      const rows: Row[] = []
      const job = started.start(planOf(days, terms, store, rows), { days, terms, rows })
      const [oldest] = ids
      if (ids.push(job.id) > mostJobs && oldest !== undefined) {
        ids.shift()
        void started.forget(oldest)
      }
      return ok(job)
    },
    /** Null if the job was forgotten. */
    find(id: string) {
      const found = started.find(id)
      return found === null ? null : { job: found.job, ...found.stored }
    },
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
