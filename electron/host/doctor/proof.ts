import type { Proof } from '#contract/doctor/doctor.ts'
import type { DialectName } from '#platform/assumptions.ts'
import type { CallFailure, CallResult } from '#platform/call/failure.ts'
import { hasSoldOut, type Menu } from '#platform/menu.ts'

/** What the answers prove about names. */
export type Verdicts = Partial<Record<DialectName, Proof>>

/** The part of a list that the proofs use. */
export interface List {
  /** What distinguishes each item: its id, otherwise the whole item. */
  keys: readonly string[]
  /** Of all pages; null if the platform didn't say. */
  total: number | null
  /** Whether there is a next page; null if the platform didn't say. */
  more: boolean | null
  /** The time of each item (ISO), if the list has an order by time; none by default. */
  dates?: readonly string[]
}

/** The result of a question: a list, a 400 (the platform rejected it), or nothing. */
export type ListResult = List | 'refused' | null

export const isList = (list: ListResult): list is List => list !== null && list !== 'refused'

type Item = Readonly<Record<string, unknown>>

/** The part of a list's answer that the proofs use: movements have another envelope. */
export interface ListAnswer {
  items?: readonly Item[]
  movements?: readonly Item[]
  pagination?: Pick<ListAnswer, 'totalCount' | 'hasNextPage'> | null
  totalCount?: number | null
  hasNextPage?: boolean | null
  nextLastSeenId?: string | null
}

export function itemsOf(result: CallResult<unknown>): readonly Item[] {
  if (!result.ok) return []
  const { items, movements } = result.value as ListAnswer
  return items ?? movements ?? []
}

const isRefused = ({ kind, status }: CallFailure): boolean => kind === 'answered' && status === 400

/** What a call showed of a list. `date` is the field with an item's time. */
export function listResultOf(result: CallResult<unknown>, date = ''): ListResult {
  if (!result.ok) return isRefused(result.failure) ? 'refused' : null
  const answer = result.value as ListAnswer
  const { totalCount, hasNextPage } = answer.pagination ?? answer
  const items = itemsOf(result)
  return {
    keys: items.map((item) =>
      typeof item['_id'] === 'string' ? item['_id'] : JSON.stringify(item),
    ),
    total: totalCount ?? null,
    more: hasNextPage ?? null,
    dates: items.map((item) => item[date]).filter((each) => typeof each === 'string'),
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index])

/** The minimum number of items. */
const size = ({ keys, total }: List): number => total ?? keys.length

/** A list that must be empty if the name works, compared with the list without it. */
export function emptiedProof(base: ListResult, withName: ListResult): Proof {
  if (!isList(base) || base.keys.length === 0 || withName === null) return 'unclear'
  if (withName === 'refused') return 'contradicted'
  return withName.keys.length === 0 ? 'proven' : 'contradicted'
}

/** A page size: without it, of one, and of two. */
export function pageSizeProof(base: ListResult, one: ListResult, two: ListResult): Proof {
  if (!isList(base)) return 'unclear'
  if (one === 'refused') return 'contradicted'
  if (base.keys.length < 2 || one === null || !isList(two)) return 'unclear'
  if (one.keys.length === 1 && two.keys.length === 2) return 'proven'
  return one.keys.length > 1 && one.keys.length === two.keys.length ? 'contradicted' : 'unclear'
}

/** A page number: pages of one; the second page compared with the first two items. */
export function pagedByOne(two: List, second: List): Proof {
  const [first, next] = two.keys
  if (first === undefined || next === undefined || next === first) return 'unclear'
  if (second.keys.length === 1 && second.keys[0] === next) return 'proven'
  return second.keys[0] === first ? 'contradicted' : 'unclear'
}

/** A page number where the page size isn't understood: the second page compared with the first. */
export function pagedInOrder(base: List, second: List): Proof {
  if (base.more !== true) return 'unclear'
  if (isSame(base.keys, second.keys)) return 'contradicted'
  const firstKeys = new Set(base.keys)
  return second.keys.length > 0 && second.keys.every((key) => !firstKeys.has(key))
    ? 'proven'
    : 'unclear'
}

/** Whether two lists are the same, as when the platform ignores a name. */
export const isUnchanged = (one: ListResult, other: ListResult): boolean =>
  isList(one) && isList(other) && one.total === other.total && isSame(one.keys, other.keys)

/** A filter that each of some values must narrow, compared with the list without it. */
export function narrowedProof(base: ListResult, ...each: ListResult[]): Proof {
  if (!isList(base) || size(base) === 0) return 'unclear'
  if (each.every((one) => one === 'refused')) return 'contradicted'
  const lists = each.filter(isList)
  if (lists.length < each.length) return 'unclear'
  if (lists.every((list) => size(list) < size(base))) return 'proven'
  return lists.every((list) => isSame(list.keys, base.keys) && size(list) >= size(base))
    ? 'contradicted'
    : 'unclear'
}

export const isSameSet = (one: Set<string>, other: Set<string>): boolean =>
  one.size === other.size && one.isSubsetOf(other)

/** A list of two things together, compared with each alone. Only complete lists can prove it. */
export function bothStoresProof(one: ListResult, other: ListResult, both: ListResult): Proof {
  if (!isList(one) || !isList(other) || both === null) return 'unclear'
  if (both === 'refused') return 'contradicted'
  if ([one, other, both].some(({ more }) => more !== false)) return 'unclear'
  const left = new Set(one.keys)
  const right = new Set(other.keys)
  const got = new Set(both.keys)
  if (left.isSubsetOf(right) || right.isSubsetOf(left)) return 'unclear'
  if (isSameSet(got, left.union(right))) return 'proven'
  // The intersection also results if the platform takes two names for one that nobody has.
  return got.size > 0 && isSameSet(got, left.intersection(right)) ? 'unclear' : 'contradicted'
}

/** A search for an existing client: it must find that one, and not everybody. */
export function searchProof(base: ListResult, results: ListResult, id: string): Proof {
  if (!isList(base) || results === null) return 'unclear'
  if (results === 'refused') return 'contradicted'
  if (size(base) > 1 && isUnchanged(base, results)) return 'contradicted'
  return size(results) < size(base) && results.keys.includes(id) ? 'proven' : 'unclear'
}

/**
 * The client-status filter and its words: the result for each word. The first must include
 * everybody. A word with an empty result may be unknown to the platform.
 */
export function statusProofs(base: ListResult, each: readonly ListResult[]): Verdicts {
  if (!isList(base) || size(base) === 0) return {}
  const refused = each.filter((one) => one === 'refused').length
  if (refused > 0 && refused === each.length) return { clientsStatusParameter: 'contradicted' }
  if (refused > 0) return { clientsStatusParameter: 'proven', clientStatuses: 'contradicted' }
  const sizes = each.map((one) => (isList(one) ? size(one) : null))
  const [whole, ...others] = sizes
  if (whole === undefined || whole === null || others.includes(null)) return {}
  if (others.length > 1 && each.every((one) => isUnchanged(base, one)))
    return { clientsStatusParameter: 'contradicted' }
  const isNarrower = others.some((other) => other !== whole)
  const isRight = others.every((other) => other !== null && other > 0 && other < whole)
  return {
    clientsStatusParameter: isNarrower ? 'proven' : 'unclear',
    clientStatuses: whole < size(base) ? 'contradicted' : isRight ? 'proven' : 'unclear',
  }
}

/** A cursor: the page after it must not repeat items. */
export function cursorProof(before: ListResult, after: ListResult): Proof {
  if (!isList(before) || after === null) return 'unclear'
  if (after === 'refused') return 'contradicted'
  const firstKeys = new Set(before.keys)
  const old = after.keys.filter((key) => firstKeys.has(key)).length
  if (after.keys.length === 0) return 'unclear'
  if (old === 0) return 'proven'
  return old === after.keys.length ? 'contradicted' : 'unclear'
}

const timesOf = (list: ListResult): number[] =>
  isList(list) && list.dates ? list.dates.map((date) => Date.parse(date)) : []

const rises = (times: readonly number[]): boolean =>
  times.every((time, index) => index === 0 || (times[index - 1] ?? time) <= time)

/** This many different instants in a row are no coincidence. */
const enough = 3

const isDistinct = (times: readonly number[], min: number): boolean => new Set(times).size >= min

/** The requested sort order: ascending compared with descending. */
export function orderProof(rising: ListResult, falling: ListResult): Proof {
  if (rising === 'refused') return 'contradicted'
  const up = timesOf(rising)
  const down = timesOf(falling)
  if (!isDistinct([...up, ...down], 2)) return 'unclear'
  if (falling === 'refused') return 'contradicted'
  if (rising === null || falling === null) return 'unclear'
  const isSorted = (up[0] ?? NaN) < (down[0] ?? NaN)
  if (isSorted && rises(up) && rises(down.toReversed())) return 'proven'
  const isDeaf = up.length === down.length && up.every((time, index) => time === down[index])
  return isDeaf && isDistinct(up, 2) ? 'contradicted' : 'unclear'
}

/** The order of a list that was requested without one. */
export function defaultOrderProof(list: ListResult, order: string): Proof {
  const times = timesOf(list)
  if (!rises(order === 'asc' ? times : times.toReversed())) return 'contradicted'
  return isDistinct(times, enough) ? 'proven' : 'unclear'
}

const count = ({ options, modifiers }: Menu): number =>
  (options ?? []).length + (modifiers ?? []).length

/** A menu with sold-out options, compared with the same menu without them. */
export function leavesOutProof(whole: Menu, lean: CallResult<unknown>): Proof {
  if (!lean.ok) return isRefused(lean.failure) ? 'contradicted' : 'unclear'
  const menu = lean.value as Menu
  if (count(menu) < count(whole) && !hasSoldOut(menu)) return 'proven'
  return count(menu) === count(whole) ? 'contradicted' : 'unclear'
}

/** A path of the dialect, by its result. */
export function pathProof(result: CallResult<unknown>): Proof {
  if (result.ok) return 'proven'
  const { kind, status } = result.failure
  return kind === 'answered' && (status === 404 || status === 405) ? 'contradicted' : 'not-reached'
}

const saidNo = (result: CallResult<unknown>): boolean =>
  !result.ok &&
  result.failure.kind === 'answered' &&
  [400, 403, 404, 422].includes(result.failure.status ?? 0)

/** The store filter: a store with orders, compared with one that doesn't exist. */
export function storeProof(
  base: ListResult,
  real: ListResult,
  nowhere: CallResult<unknown>,
  none: ListResult,
): Proof {
  if (real === 'refused') return 'contradicted'
  if (real === null || real.keys.length === 0) return 'unclear'
  return saidNo(nowhere) ? 'proven' : emptiedProof(base, none)
}
