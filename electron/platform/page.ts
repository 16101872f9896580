import { z } from 'zod'
import { failed, type CallResult } from './failure.ts'
import { number, truth } from './loose.ts'

/** The part of a list's answer that is not its items (platform/README.md, Envelopes and errors). */
export const pageInfo = {
  hasNextPage: truth,
  hasPreviousPage: truth,
  totalPages: number,
  totalCount: number,
}

/** A page of items. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ items: z.array(item), ...pageInfo })

/** What is read at a time: the items of one page, or the failure that ended the reading. */
export type PageResult<Item> = CallResult<Item[]>

/** More pages than any store has: where a platform never says that it was the last. */
const mostPages = 10_000

interface Page<Item> {
  items: Item[]
  hasNextPage?: boolean | null | undefined
}

const fingerprint = (items: readonly unknown[]): string => JSON.stringify(items)

/**
 * Reads a list page by page until the last, or a failure, which is the last thing it answers. A platform that
 * gives the same page again (it does not know our name for the page parameter) is a failure, not an endless list.
 */
export async function* eachPage<Item>(
  ask: (page: number) => Promise<CallResult<Page<Item>>>,
): AsyncGenerator<PageResult<Item>, void> {
  let before: string | null = null
  for (let page = 1; page <= mostPages; page++) {
    const result = await ask(page)
    if (!result.ok) {
      yield result
      return
    }
    const { items, hasNextPage } = result.value
    if (items.length > 0 && fingerprint(items) === before) {
      yield failed('unreadable', `data.items: page ${page} repeats the page before it`)
      return
    }
    before = fingerprint(items)
    yield { ...result, value: items }
    if (hasNextPage !== true || items.length === 0) return
  }
}

interface Stretch<Item> {
  items: Item[]
  nextLastSeenId?: string | null | undefined
}

/**
 * Reads a keyset list (platform/README.md, Loyalty) until the cursor is null, or a failure, which is the last
 * thing it answers. A cursor that comes a second time is a failure.
 */
export async function* eachStretch<Item>(
  ask: (cursor: string | null) => Promise<CallResult<Stretch<Item>>>,
): AsyncGenerator<PageResult<Item>, void> {
  const seen = new Set<string>()
  let cursor: string | null = null
  do {
    const result: CallResult<Stretch<Item>> = await ask(cursor)
    if (!result.ok) {
      yield result
      return
    }
    cursor = result.value.nextLastSeenId ?? null
    yield { ...result, value: result.value.items }
    if (cursor !== null && seen.has(cursor)) {
      yield failed('unreadable', 'data.nextLastSeenId: came a second time')
      return
    }
    if (cursor !== null) seen.add(cursor)
  } while (cursor !== null)
}
