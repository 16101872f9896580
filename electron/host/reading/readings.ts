import { isDeepStrictEqual } from 'node:util'
import type { HostEvent } from '#contract/index.ts'
import type { ListReading } from '#contract/reading.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import { appError } from '#platform/call/failure.ts'
import type { ListOptions, ListPart, ListStep } from '#platform/lists/list-step.ts'
import type { PageStart } from '#platform/lists/page.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** The list that a noun reads. */
export interface ReadingSource<Item, Row, Terms> {
  of: ListReading['of']
  /** What holds for all rows of a reading, also where the store says otherwise meanwhile. */
  terms(): Terms
  /** Its parts between two instants (ISO), both among them, oldest first. */
  steps(
    connection: Connection,
    storeId: string,
    range: { from: string; to: string },
    options: ListOptions<PageStart>,
  ): AsyncIterable<ListStep<Item, PageStart>>
  /** When an item was, ISO; null where it does not say. */
  at(item: Item): string | null
  /** What is kept of it; `unread` names the fields that could not be read. */
  row(item: Item, at: string, unread: readonly string[], terms: Terms): Row
}

export interface ReadingsDeps {
  clock: Clock
  log: Log
  newId: () => string
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: () => string | null
  /** Where a day of the store begins and ends, epoch milliseconds. */
  boundsOf(day: string): { from: number; to: number }
  /** The screens may have something to hear. */
  changed(): void
}

/** What rooms read of the platform's lists, in memory: a few readings, each of so many rows. */
export interface Readings<Row, Terms> {
  begin(span: { from: string; to: string }): Result<ListReading>
  cancel(id: string): Result<null>
  resume(id: string): Result<null>
  /** One, with its rows in the order in which they came; null where it is forgotten. */
  find(id: string): { reading: ListReading; rows: readonly Row[]; terms: Terms } | null
  changes(): HostEvent[]
  /** Forgets what nobody looks at any more. */
  catchUp(): void
  close(): Promise<void>
}

interface Kept<Row, Terms> {
  reading: ListReading
  terms: Terms
  rows: Row[]
  ids: Set<string>
  /** The days of the reading, as the platform was asked for them last. */
  range: { from: string; to: string } | null
  /** Where the rest begins. */
  start: PageStart | null
  stop: AbortController
  run: Promise<void>
  lookedAt: number
}

/** Of more than that nobody reads a list; and the memory that it takes has an end. */
const mostRows = 100_000
/** Two managers, or one with two windows. */
const mostReadings = 2
const forgottenAfterMs = 30 * 60_000

export function createReadings<Item extends { _id: string }, Row, Terms>(
  source: ReadingSource<Item, Row, Terms>,
  deps: ReadingsDeps,
): Readings<Row, Terms> {
  const { clock, log, connection } = deps
  const all = new Map<string, Kept<Row, Terms>>()
  const touched = new Set<string>()

  function tell(kept: Kept<Row, Terms>, change: Partial<ListReading>): void {
    kept.reading = { ...kept.reading, ...change }
    touched.add(kept.reading.id)
    deps.changed()
  }

  /** Takes the items of a part that are of these days and were not there yet. */
  function take(
    kept: Kept<Row, Terms>,
    { value, unreadOf }: ListPart<Item, PageStart>,
    { from, to }: { from: string; to: string },
  ): number {
    let outside = 0
    for (const item of value) {
      const at = source.at(item)
      if (at === null || at < from || at > to) outside += 1
      else if (!kept.ids.has(item._id) && kept.rows.length < mostRows) {
        kept.ids.add(item._id)
        kept.rows.push(source.row(item, at, unreadOf.get(item) ?? [], kept.terms))
      }
    }
    return outside
  }

  async function read(kept: Kept<Row, Terms>, from: Connection, storeId: string): Promise<void> {
    const { stop } = kept
    const range = {
      from: new Date(deps.boundsOf(kept.reading.from).from).toISOString(),
      to: new Date(deps.boundsOf(kept.reading.to).to - 1).toISOString(),
    }
    // The store's zone may have become known since it was stopped: its days are others, and so are their pages.
    if (kept.range !== null && !isDeepStrictEqual(kept.range, range)) {
      Object.assign(kept, { rows: [], ids: new Set(), start: null })
      kept.reading = { ...kept.reading, pages: 0, items: 0, leftOut: 0, outside: 0 }
    }
    kept.range = range
    const before = { leftOut: kept.reading.leftOut, pages: kept.reading.pages }
    const options = { start: kept.start, signal: stop.signal }
    for await (const step of source.steps(from, storeId, range, options)) {
      if (stop.signal.aborted) return
      kept.start = step.resume
      if (!step.ok) {
        tell(kept, { state: 'stopped', error: appError(step.failure) })
        return
      }
      const outside = take(kept, step, range)
      const { totalPages, totalCount, leftOut, pages } = step.progress
      tell(kept, {
        pages: before.pages + pages,
        totalPages,
        totalCount,
        items: kept.rows.length,
        leftOut: before.leftOut + leftOut,
        outside: kept.reading.outside + outside,
        ...(step.complete !== null && { state: 'done', complete: step.complete }),
      })
      if (step.complete === null && kept.rows.length >= mostRows) {
        tell(kept, { state: 'full' })
        return
      }
    }
  }

  function go(kept: Kept<Row, Terms>): Result<null> {
    const storeId = deps.storeId()
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    if (storeId === null) return fail('not-found')
    kept.stop = new AbortController()
    kept.run = read(kept, connection, storeId).catch((cause: unknown) => {
      log.error('bug', { in: `reading of ${source.of}`, cause: String(cause) })
      tell(kept, { state: 'stopped', error: { code: 'internal', words: source.of } })
    })
    return ok(null)
  }

  function forget(id: string): void {
    all.get(id)?.stop.abort()
    all.delete(id)
  }

  return {
    begin({ from, to }) {
      if (from > to) return fail('bad-input', 'to: is before from')
      const reading: ListReading = {
        id: deps.newId(),
        of: source.of,
        from,
        to,
        state: 'reading',
        pages: 0,
        totalPages: null,
        items: 0,
        totalCount: null,
        leftOut: 0,
        outside: 0,
        complete: null,
        error: null,
      }
      const kept: Kept<Row, Terms> = {
        reading,
        terms: source.terms(),
        rows: [],
        ids: new Set(),
        range: null,
        start: null,
        stop: new AbortController(),
        run: Promise.resolve(),
        lookedAt: clock.monotonic(),
      }
      const begun = go(kept)
      if (!begun.ok) return begun
      const [oldest] = all.keys()
      if (all.size >= mostReadings && oldest !== undefined) forget(oldest)
      all.set(reading.id, kept)
      return ok(reading)
    },
    cancel(id) {
      const kept = all.get(id)
      if (kept === undefined) return fail('not-found')
      if (kept.reading.state !== 'reading') return fail('too-late')
      kept.stop.abort()
      tell(kept, { state: 'cancelled' })
      return ok(null)
    },
    resume(id) {
      const kept = all.get(id)
      if (kept === undefined) return fail('not-found')
      if (kept.reading.state !== 'stopped' && kept.reading.state !== 'cancelled')
        return fail('too-late')
      tell(kept, { state: 'reading', error: null })
      return go(kept)
    },
    find(id) {
      const kept = all.get(id)
      if (kept === undefined) return null
      kept.lookedAt = clock.monotonic()
      return kept
    },
    changes() {
      const events = [...touched].flatMap((id): HostEvent[] => {
        const kept = all.get(id)
        return kept === undefined ? [] : [{ type: 'reading.changed', reading: kept.reading }]
      })
      touched.clear()
      return events
    },
    catchUp() {
      for (const [id, { lookedAt }] of all)
        if (clock.monotonic() - lookedAt > forgottenAfterMs) forget(id)
    },
    async close() {
      const runs = [...all.values()].map(({ run }) => run)
      for (const id of all.keys()) forget(id)
      await Promise.all(runs)
    },
  }
}
