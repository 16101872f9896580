import { z } from 'zod'
import type { ReadOptions } from '../call/retry.ts'
import { failed, type CallFailure, type CallResult } from '../call/failure.ts'
import { nothingRead, PartsAhead, type ListOptions, type ListStep } from './list-step.ts'
import { number, looseBoolean } from '../tolerant/loose.ts'
import type { Pace } from '../call/pace.ts'
import { Sum } from './count-records.ts'
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
const maxPages = 10_000

/** After this many unreadable pages in a row a list ends: they may all be the same one. */
const maxUnreadable = 10

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

type PageSource<Item> = (page: number, options: ReadOptions) => Promise<CallResult<Page<Item>>>
type PageResult<Item> = Extract<CallResult<Page<Item>>, { ok: true }>

/** Where to go on after a page, or that it was the last. */
type Next = Pick<Extract<PageStep<unknown>, { ok: true }>, 'resume' | 'complete'>

/** Reads a list from its first page to its last, again if it moved meanwhile. */
class PageReader<Item> {
  readonly #how: PagesRead<Item>
  readonly #first: number
  readonly #parts: PartsAhead<number, Page<Item>>
  readonly #sum: Sum<Item>
  #progress = nothingRead
  #page: number
  #looks = 1
  /** How many pages in a row had unreadable records only. */
  #unreadable = 0

  constructor(ask: PageSource<Item>, how: PagesRead<Item>) {
    this.#how = how
    this.#first = how.start?.page ?? 1
    this.#page = this.#first
    this.#parts = new PartsAhead(ask, how)
    this.#sum = new Sum(how.idOf, (this.#first - 1) * how.pageSize)
  }

  async *read(): AsyncGenerator<PageStep<Item>, void> {
    this.#sum.beginLook()
    try {
      for (;;) {
        const result = await this.#parts.take(this.#page)
        const step = result.ok ? this.#take(result) : this.#ended(result.failure)
        yield step
        if (!step.ok || step.resume === null) return
      }
    } finally {
      this.#parts.close()
    }
  }

  #take(result: PageResult<Item>): PageStep<Item> {
    const { items, totalPages = null, totalCount = null } = result.value
    const records = items.length + countLeftOut(result.unread)
    const counted = { items, leftOut: records - items.length, totalCount }
    const { fresh, leftOut, isRepeated } = this.#sum.take(counted)
    this.#unreadable = records > 0 && items.length === 0 ? this.#unreadable + 1 : 0
    const isEndless = this.#page - this.#first >= maxPages || this.#unreadable > maxUnreadable
    if (isRepeated || isEndless) {
      const why = isRepeated
        ? `page ${this.#page} repeats what came before it`
        : 'pages without an end'
      return this.#ended(failed('unreadable', `data.items: ${why}`).failure)
    }
    this.#progress = {
      pages: this.#progress.pages + 1,
      items: this.#progress.items + fresh.length,
      leftOut: this.#progress.leftOut + leftOut,
      totalPages,
      totalCount,
    }
    const progress = this.#progress
    const unreadOf = unreadByRecord(result.unread, items)
    return { ...result, value: fresh, unreadOf, leftOut, progress, ...this.#goOn(result, records) }
  }

  /** Moves on to the next page, or to another look. */
  #goOn({ value }: PageResult<Item>, records: number): Next {
    const { pageSize, looksAgain = 3 } = this.#how
    const { isReached, isStable } = this.#sum
    const isLast =
      !isFollowed(value, { page: this.#page, records, pageSize }) || (this.#looks > 1 && isReached)
    const isWhole = isReached || ((value.totalCount ?? null) === null && isStable)
    if (!isLast) {
      this.#page += 1
      // Not where the platform doesn't count pages: there a caller often has enough with one. A
      // second look ends once nothing is missing.
      if (this.#looks === 1 && this.#page <= (value.totalPages ?? 0))
        this.#parts.prepare(this.#page)
      return { resume: { page: this.#page }, complete: null }
    }
    this.#page = this.#first
    if (isWhole || isStable || this.#looks > looksAgain) return { resume: null, complete: isWhole }
    this.#looks += 1
    this.#sum.beginLook()
    return { resume: { page: this.#page }, complete: null }
  }

  #ended(failure: CallFailure): PageStep<Item> {
    return { ok: false, failure, progress: this.#progress, resume: { page: this.#page } }
  }
}

/**
 * Reads a list page by page to its end, each item once, or until a failure, which comes last. If
 * the list moved meanwhile and its total says that something is missing, it is read again, and only
 * new items are delivered. A platform that repeats the same page (because it doesn't know our page
 * parameter) is a failure, not an endless list. If the platform counts pages, the next one is
 * requested while one is used, and cancelled if it isn't needed.
 */
export function eachPage<Item>(
  ask: PageSource<Item>,
  how: PagesRead<Item>,
): AsyncGenerator<PageStep<Item>, void> {
  return new PageReader(ask, how).read()
}
