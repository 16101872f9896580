import type { ReadOptions } from '../call/retry.ts'
import { failed, type CallFailure, type CallResult } from '../call/failure.ts'
import {
  nothingRead,
  PartsAhead,
  type ListOptions,
  type ListProgress,
  type ListStep,
} from './list-step.ts'
import type { Pace } from '../call/pace.ts'
import { countLeftOut, unreadByRecord } from '../tolerant/unread.ts'

/** Where the rest of a keyset list starts. */
export interface CursorStart {
  /** The last received id. */
  cursor: string
}

interface CursorPage<Item> {
  items: Item[]
  nextLastSeenId?: string | null | undefined
}

interface CursorListOptions<Item> extends ListOptions<CursorStart> {
  pageSize: number
  idOf: (item: Item) => string
  pace?: Pace
}

/**
 * Detects a repeated cursor while it remembers only one: it takes a new one for comparison after 1,
 * 2, 4, 8 … more (Brent). So a list of a million needs no more memory than one of ten, and no order
 * of ids is assumed.
 */
class LoopDetector {
  #stored: string | null = null
  #since = 0
  #until = 1

  /** Whether this cursor came before. */
  isRepeated(cursor: string): boolean {
    if (cursor === this.#stored) return true
    this.#since += 1
    if (this.#since >= this.#until) {
      this.#stored = cursor
      this.#since = 0
      this.#until *= 2
    }
    return false
  }
}

/** The next cursor; null after the last page, undefined if it couldn't be read. */
function cursorAfter<Item>(
  { items, nextLastSeenId }: CursorPage<Item>,
  unread: readonly string[],
  { pageSize, idOf }: CursorListOptions<Item>,
): string | null | undefined {
  if (unread.includes('nextLastSeenId')) return undefined
  if (nextLastSeenId !== undefined) return nextLastSeenId
  // It is documented as the last received id, so a full page without it is enough.
  const last = items.at(-1)
  return last !== undefined && items.length + countLeftOut(unread) >= pageSize ? idOf(last) : null
}

/**
 * Items that aren't known yet, each once; `ids` are theirs. Usually that is all of them, and
 * nothing is copied.
 */
function notIn<Item>(
  seenIds: ReadonlySet<string>,
  items: Item[],
  { ids, idOf }: { ids: ReadonlySet<string>; idOf: (item: Item) => string },
): Item[] {
  if (ids.size === items.length && seenIds.isDisjointFrom(ids)) return items
  const byId = new Map(items.map((item) => [idOf(item), item]))
  return [...byId].filter(([id]) => !seenIds.has(id)).map(([, item]) => item)
}

const ended = (failure: CallFailure, progress: ListProgress, cursor: string | null) =>
  ({ ok: false, failure, progress, resume: cursor === null ? null : { cursor } }) as const

/**
 * Reads a keyset list (platform/README.md, Loyalty) until the cursor is null, or a failure, which
 * comes last. Only the previous page is remembered: a keyset list repeats nothing except, if a
 * platform includes the cursor, its last item. A repeated cursor is a failure. The next page is
 * requested while one is used, and cancelled if it isn't needed.
 */
export async function* eachCursorPage<Item>(
  ask: (cursor: string | null, options: ReadOptions) => Promise<CallResult<CursorPage<Item>>>,
  how: CursorListOptions<Item>,
): AsyncGenerator<ListStep<Item, CursorStart | null>, void> {
  const loops = new LoopDetector()
  let cursor: string | null = how.start?.cursor ?? null
  const parts = new PartsAhead<string | null, CursorPage<Item>>(ask, how)
  let before = new Set<string>()
  let progress = nothingRead

  try {
    for (;;) {
      const result = await parts.take(cursor)
      if (!result.ok) {
        yield ended(result.failure, progress, cursor)
        return
      }
      const { value: range, unread = [] } = result
      const next = cursorAfter(range, unread, how)
      if (next === undefined) {
        const { failure } = failed('unreadable', 'data.nextLastSeenId: unreadable')
        yield ended(failure, progress, cursor)
        return
      }
      const isCircle = next !== null && loops.isRepeated(next)
      const ids = new Set(range.items.map(how.idOf))
      const fresh = notIn(before, range.items, { ids, idOf: how.idOf })
      before = ids
      const leftOut = countLeftOut(unread)
      progress = {
        ...progress,
        pages: progress.pages + 1,
        items: progress.items + fresh.length,
        leftOut: progress.leftOut + leftOut,
      }
      cursor = next
      if (next !== null && !isCircle) parts.prepare(next)
      const resume = next === null ? null : { cursor: next }
      const unreadOf = unreadByRecord(unread, range.items)
      const complete = next === null || null
      yield { ...result, value: fresh, unreadOf, leftOut, progress, resume, complete }
      if (next === null) return
      if (isCircle) {
        const { failure } = failed('unreadable', 'data.nextLastSeenId: came a second time')
        yield ended(failure, progress, cursor)
        return
      }
    }
  } finally {
    parts.close()
  }
}
