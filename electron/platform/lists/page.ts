import { z } from 'zod'
import type { ReadOptions } from '../call/retry.ts'
import { failed, type CallFailure, type CallResult } from '../call/failure.ts'
import { createAskedAhead, nothingRead, type ListOptions, type ListStep } from './list-step.ts'
import { number, looseBoolean } from '../tolerant/loose.ts'
import { inTurns } from '../tolerant/turns.ts'
import type { Pace } from '../call/pace.ts'
import { createSum } from './count-records.ts'
import { countLeftOut, unreadByRecord } from '../tolerant/unread.ts'

/** The part of a list's answer that is not its items (platform/README.md, Envelopes and errors). */
export const pageInfo = {
  hasNextPage: looseBoolean,
  hasPreviousPage: looseBoolean,
  totalPages: number,
  totalCount: number,
}

/** A page of items. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ items: z.array(item), ...pageInfo })

/** Where the rest of a list begins. */
export interface PageStart {
  /** Counted from 1. */
  page: number
}

export type PageStep<Item> = ListStep<Item, PageStart>

/** More pages than any store has: where a platform never says that it was the last. */
const mostPages = 10_000

/** So many pages in a row of which nothing could be read end a list: they may be one and the same, and nobody could tell. */
const mostUnreadable = 10

/** As much as of a page as the walk looks at. */
export interface Page<Item> {
  items: Item[]
  hasNextPage?: boolean | null | undefined
  totalPages?: number | null | undefined
  totalCount?: number | null | undefined
}

interface PagesRead<Item> extends ListOptions<PageStart> {
  /** What is asked for at a time. */
  pageSize: number
  /** Where it is left out, items are told apart by all that they say. */
  idOf?: (item: Item) => string
  /** Where it is left out, nothing is waited for between two pages. */
  pace?: Pace
  /** How often the list may be read again where it moved while it was read; default three times. */
  looksAgain?: number
}

/**
 * Whether a page is followed by another. Either word for it counts; where there is neither, a page that is as long as
 * it may be has one after it. Nothing follows a page without records.
 */
function isFollowed(
  { hasNextPage, totalPages }: Page<unknown>,
  { page, records, pageSize }: { page: number; records: number; pageSize: number },
): boolean {
  if (records === 0) return false
  const isSilent = typeof hasNextPage !== 'boolean' && typeof totalPages !== 'number'
  if (isSilent) return records >= pageSize
  return hasNextPage === true || page < (totalPages ?? 0)
}

/** The page after this one, where an answer tells before its records are read how many there are. */
function pageAfter(data: unknown, page: number): number | null {
  const reported = z
    .looseObject({ hasNextPage: looseBoolean, totalPages: number })
    .safeParse(data).data
  return reported?.hasNextPage !== false && page < (reported?.totalPages ?? 0) ? page + 1 : null
}

/**
 * Reads a list page by page to its end, each item once, or until a failure, which is the last thing it answers. Where
 * the list moved on the way and its count says that something is missing, it is read again, and only what is new is
 * told. A platform that gives the same page again (it does not know our name for the page parameter) is a failure, not
 * an endless list. Where an answer tells how many pages there are, one is asked for ahead, before this one is read;
 * where nobody wants it any more it is called off.
 */
export async function* eachPage<Item>(
  ask: (page: number, options: ReadOptions) => Promise<CallResult<Page<Item>>>,
  how: PagesRead<Item>,
): AsyncGenerator<PageStep<Item>, void> {
  const { pageSize, idOf, looksAgain = 3 } = how
  const first = how.start?.page ?? 1
  const sum = createSum(idOf, (first - 1) * pageSize)
  let progress = nothingRead
  let page = first
  let looks = 1
  let unreadable = 0
  // A second look ends as soon as nothing is missing: nothing is asked for ahead there.
  const parts = createAskedAhead(ask, how, (data, at) => (looks > 1 ? null : pageAfter(data, at)))
  const ended = (failure: CallFailure) =>
    ({ ok: false, failure, progress, resume: { page } }) as const

  sum.beginLook()
  try {
    for (;;) {
      const result = await parts.take(page)
      if (!result.ok) {
        yield ended(result.failure)
        return
      }
      const { items, totalPages = null, totalCount = null } = result.value
      const records = items.length + countLeftOut(result.unread)
      const counted = { items, leftOut: records - items.length, totalCount }
      const { fresh, leftOut, isRepeated } = await inTurns(sum.take(counted))
      unreadable = records > 0 && items.length === 0 ? unreadable + 1 : 0
      const isEndless = page - first >= mostPages || unreadable > mostUnreadable
      if (isRepeated || isEndless) {
        const why = isRepeated ? `page ${page} repeats what came before it` : 'pages without an end'
        yield ended(failed('unreadable', `data.items: ${why}`).failure)
        return
      }
      progress = {
        pages: progress.pages + 1,
        items: progress.items + fresh.length,
        leftOut: progress.leftOut + leftOut,
        totalPages,
        totalCount,
      }
      const isLast =
        !isFollowed(result.value, { page, records, pageSize }) || (looks > 1 && sum.isReached)
      const isWhole = sum.isReached || (totalCount === null && sum.isStable)
      const isAgain = isLast && !isWhole && !sum.isStable && looks <= looksAgain
      const isEnd = isLast && !isAgain
      page = isLast ? first : page + 1
      const resume = isEnd ? null : { page }
      const unreadOf = await inTurns(unreadByRecord(result.unread, items))
      const complete = isEnd ? isWhole : null
      yield { ...result, value: fresh, unreadOf, leftOut, progress, resume, complete }
      if (isEnd) return
      if (!isAgain) continue
      looks += 1
      sum.beginLook()
    }
  } finally {
    parts.close()
  }
}
