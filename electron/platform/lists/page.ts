import { z } from 'zod'
import type { ReadOptions } from '../call/retry.ts'
import { failed, type CallFailure, type CallResult } from '../call/failure.ts'
import { nothingRead, PartsAhead, type ListOptions, type ListStep } from './list-step.ts'
import { number, looseBoolean } from '../tolerant/loose.ts'
import type { Pace } from '../call/pace.ts'
import { createSum } from './count-records.ts'
import { countLeftOut, unreadByRecord } from '../tolerant/unread.ts'

/** The part of a list's answer without its items (platform/README.md, Envelopes and errors). */
export const pageInfo = {
  hasNextPage: looseBoolean,
  hasPreviousPage: looseBoolean,
  totalPages: number,
  totalCount: number,
}

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ items: z.array(item), ...pageInfo })

/** Where the rest of a list starts. */
export interface PageStart {
  /** Counted from 1. */
  page: number
}

export type PageStep<Item> = ListStep<Item, PageStart>

/** More pages than any store has, for platforms that never report the last one. */
const mostPages = 10_000

/** After this many unreadable pages in a row a list ends: they may all be the same one. */
const mostUnreadable = 10

/** The part of a page that the reader needs. */
export interface Page<Item> {
  items: Item[]
  hasNextPage?: boolean | null | undefined
  totalPages?: number | null | undefined
  totalCount?: number | null | undefined
}

interface PagesRead<Item> extends ListOptions<PageStart> {
  pageSize: number
  /** If missing, items are distinguished by their whole content. */
  idOf?: (item: Item) => string
  /** If missing, there is no wait between two pages. */
  pace?: Pace
  /** How often the list may be read again if it moved; three times by default. */
  looksAgain?: number
}

/**
 * Whether there is a next page. Either field counts; without both, a full page has one after it.
 * After a page without records there is none.
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

/**
 * Reads a list page by page to its end, each item once, or until a failure, which comes last. If
 * the list moved meanwhile and its total says that something is missing, it is read again, and only
 * new items are delivered. A platform that repeats the same page (because it doesn't know our page
 * parameter) is a failure, not an endless list. If the platform counts pages, the next one is
 * requested while one is used, and cancelled if it isn't needed.
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
  const parts = new PartsAhead(ask, how)
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
      const { fresh, leftOut, isRepeated } = sum.take(counted)
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
      // Not where the platform doesn't count pages: there a caller often has enough with one. A
      // second look ends once nothing is missing.
      if (!isLast && looks === 1 && page <= (totalPages ?? 0)) parts.prepare(page)
      const unreadOf = unreadByRecord(result.unread, items)
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
