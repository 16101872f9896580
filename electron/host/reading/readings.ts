import { isDeepStrictEqual } from 'node:util'
import type { HostEvent } from '#contract/index.ts'
import type { ListReading } from '#contract/reading.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import { boundsOf } from '#domain/reservations/store-day.ts'
import { appError } from '#platform/call/failure.ts'
import type { ListOptions, ListPart, ListStep } from '#platform/lists/list-step.ts'
import type { PageStart } from '#platform/lists/page.ts'
import type { Context } from '../noun.ts'

/** The list that a noun reads, and what it keeps of each item. */
export interface ReadingSource<Item, Row, Terms> {
  of: ListReading['of']
  /** Taken when a reading begins and kept for all its rows, even if the store changes meanwhile. */
  terms(): Terms
  /** The list's parts between two instants (ISO, both included), oldest first. */
  steps(
    connection: Connection,
    storeId: string,
    range: { from: string; to: string },
    options: ListOptions<PageStart>,
  ): AsyncIterable<ListStep<Item, PageStart>>
  /** When an item was, ISO; null where it doesn't say. */
  at(item: Item): string | null
  /** What is kept of it; `unread` names the fields that could not be read. */
  row(item: Item, at: string, unread: readonly string[], terms: Terms): Row
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

/** Nobody looks through more than this, and the memory has to have an end. */
const mostRows = 100_000
/** Enough for two managers, or for one with two windows. */
const mostReadings = 2
const forgottenAfterMs = 30 * 60_000

/**
 * Readings of a list of the platform, kept in memory: `begin`, `cancel`, `resume` and `find` serve the noun's handlers;
 * `changes`, `catchUp` and `close` are the noun's own. `storeId` is null while the store is not known.
 */
export function createReadings<Item extends { _id: string }, Row, Terms>(
  { clock, log, newId, connection, timeZone, changed }: Context,
  storeId: () => string | null,
  source: ReadingSource<Item, Row, Terms>,
) {
  const all = new Map<string, Kept<Row, Terms>>()
  /** Screens hear the newest state of each once a turn. */
  const touched = new Set<string>()

  function tell(kept: Kept<Row, Terms>, change: Partial<ListReading>): void {
    kept.reading = { ...kept.reading, ...change }
    touched.add(kept.reading.id)
    changed()
  }

  /** Keeps the new items of these days; answers how many are of other days. */
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

  async function read(kept: Kept<Row, Terms>, from: Connection, store: string): Promise<void> {
    const { stop } = kept
    const range = {
      from: new Date(boundsOf(kept.reading.from, timeZone()).from).toISOString(),
      to: new Date(boundsOf(kept.reading.to, timeZone()).to - 1).toISOString(),
    }
    // The store's time zone may have become known since it stopped. Then its days and pages are others.
    if (kept.range !== null && !isDeepStrictEqual(kept.range, range)) {
      Object.assign(kept, { rows: [], ids: new Set(), start: null })
      kept.reading = { ...kept.reading, pages: 0, items: 0, leftOut: 0, outside: 0 }
    }
    kept.range = range
    const before = { leftOut: kept.reading.leftOut, pages: kept.reading.pages }
    const options = { start: kept.start, signal: stop.signal }
    for await (const step of source.steps(from, store, range, options)) {
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
    const store = storeId()
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    if (store === null) return fail('not-found')
    kept.stop = new AbortController()
    kept.run = read(kept, connection, store).catch((cause: unknown) => {
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
    begin({ from, to }: { from: string; to: string }): Result<ListReading> {
      if (from > to) return fail('bad-input', 'to: is before from')
      const reading: ListReading = {
        id: newId(),
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
    cancel(id: string): Result<null> {
      const kept = all.get(id)
      if (kept === undefined) return fail('not-found')
      if (kept.reading.state !== 'reading') return fail('too-late')
      kept.stop.abort()
      tell(kept, { state: 'cancelled' })
      return ok(null)
    },
    resume(id: string): Result<null> {
      const kept = all.get(id)
      if (kept === undefined) return fail('not-found')
      if (kept.reading.state !== 'stopped' && kept.reading.state !== 'cancelled')
        return fail('too-late')
      tell(kept, { state: 'reading', error: null })
      return go(kept)
    },
    /** A reading with its rows in the order in which they came; null where it is forgotten. */
    find(id: string): { reading: ListReading; rows: readonly Row[]; terms: Terms } | null {
      const kept = all.get(id)
      if (kept === undefined) return null
      kept.lookedAt = clock.monotonic()
      return kept
    },
    changes(): HostEvent[] {
      const events = [...touched].flatMap((id): HostEvent[] => {
        const kept = all.get(id)
        return kept === undefined ? [] : [{ type: 'reading.changed', reading: kept.reading }]
      })
      touched.clear()
      return events
    },
    /** Forgets what nobody has looked at for a while. */
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

const pageSize = 50

/** A page of what a filter let through; a page beyond the last is the last. */
export function pageOf<Row>(all: readonly Row[], asked: number) {
  const pages = Math.max(1, Math.ceil(all.length / pageSize))
  const page = Math.min(asked, pages)
  const rows = all.slice((page - 1) * pageSize, page * pageSize)
  return { rows, page, pages, total: all.length }
}
