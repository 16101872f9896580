import type { Proof } from '#contract/doctor.ts'
import type { DialectName } from '#platform/assumptions.ts'
import type { CallResult } from '#platform/call/failure.ts'

/** What the answers say of names. */
export type Verdicts = Partial<Record<DialectName, Proof>>

/** A list as far as the proofs look at it. */
export interface List {
  /** What tells each item from the others: its id, else all of it. */
  keys: readonly string[]
  /** Of all pages; null where the platform did not say. */
  total: number | null
  /** Whether there is a next page; null where the platform did not say. */
  more: boolean | null
  /** When each item is of (ISO), where the list has an order by time; default none. */
  dates?: readonly string[]
}

/** What a question showed: a list, a 400 (the platform did not want the question), or nothing to go by. */
export type Shown = List | 'refused' | null

export const isList = (list: Shown): list is List => list !== null && list !== 'refused'

interface ListAnswer<Item> {
  items: readonly Item[]
  totalCount?: number | null | undefined
  hasNextPage?: boolean | null | undefined
}

const keyOf = (item: object): string =>
  '_id' in item && typeof item._id === 'string' ? item._id : JSON.stringify(item)

/** What a call showed of a list. `dateOf` says when an item is of. */
export function shown<Item extends object>(
  result: CallResult<ListAnswer<Item>>,
  dateOf: (item: Item) => string | null | undefined = () => null,
): Shown {
  if (!result.ok)
    return result.failure.kind === 'answered' && result.failure.status === 400 ? 'refused' : null
  const { items, totalCount, hasNextPage } = result.value
  const dates = items.flatMap((item) => dateOf(item) ?? [])
  return { keys: items.map(keyOf), total: totalCount ?? null, more: hasNextPage ?? null, dates }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index])

/** How many there are at least. */
export const size = ({ keys, total }: List): number => total ?? keys.length

/** A list that must be empty when the name works: what came with it, beside what comes without. */
export function emptied(base: Shown, withName: Shown): Proof {
  if (!isList(base) || base.keys.length === 0 || withName === null) return 'unclear'
  if (withName === 'refused') return 'contradicted'
  return withName.keys.length === 0 ? 'proven' : 'contradicted'
}

/** A page size: without it, of one, and of two. */
export function sized(base: Shown, one: Shown, two: Shown): Proof {
  if (!isList(base)) return 'unclear'
  if (one === 'refused') return 'contradicted'
  if (base.keys.length < 2 || one === null || !isList(two)) return 'unclear'
  if (one.keys.length === 1 && two.keys.length === 2) return 'proven'
  return one.keys.length > 1 && one.keys.length === two.keys.length ? 'contradicted' : 'unclear'
}

/** A page number: pages of one, and the second of them beside the first two items. */
function pagedByOne(two: List, second: List): Proof {
  const [first, next] = two.keys
  if (first === undefined || next === undefined || next === first) return 'unclear'
  if (second.keys.length === 1 && second.keys[0] === next) return 'proven'
  return second.keys[0] === first ? 'contradicted' : 'unclear'
}

/** A page number where the page size is not understood: the second page beside the first, as long as they come. */
function pagedAsTheyCome(base: List, second: List): Proof {
  if (base.more !== true) return 'unclear'
  if (isSame(base.keys, second.keys)) return 'contradicted'
  const known = new Set(base.keys)
  return second.keys.length > 0 && second.keys.every((key) => !known.has(key))
    ? 'proven'
    : 'unclear'
}

/** Both names of a list in pages. `ask` is asked up to three times. */
export async function paged(
  base: Shown,
  ask: (query: { page?: number; size?: number }) => Promise<Shown>,
): Promise<{ size: Proof; page: Proof }> {
  const one = await ask({ size: 1 })
  const two = isList(one) ? await ask({ size: 2 }) : null
  const bySize = sized(base, one, two)
  const isSized = bySize === 'proven'
  const second = await ask(isSized ? { size: 1, page: 2 } : { page: 2 })
  if (!isList(base) || second === null) return { size: bySize, page: 'unclear' }
  if (second === 'refused') return { size: bySize, page: 'contradicted' }
  const first = isSized && isList(two) ? pagedByOne(two, second) : null
  return { size: bySize, page: first ?? pagedAsTheyCome(base, second) }
}

/**
 * For lists that grow while they are looked at: a contradiction only counts where it comes a second time.
 */
export async function twice<Kind extends string>(
  prove: () => Promise<Record<Kind, Proof>>,
): Promise<Record<Kind, Proof>> {
  const first = await prove()
  if (!Object.values<Proof>(first).includes('contradicted')) return first
  const again = await prove()
  const both = (Object.entries(first) as [Kind, Proof][]).map(([name, proof]) => [
    name,
    proof === 'contradicted' && again[name] !== proof ? 'unclear' : proof,
  ])
  return Object.fromEntries(both) as Record<Kind, Proof>
}

/** Whether two lists are one and the same, as where a name was left unheard. */
export const isUnchanged = (one: Shown, other: Shown): boolean =>
  isList(one) && isList(other) && one.total === other.total && isSame(one.keys, other.keys)

/** A filter that each of some values must narrow: what came with each, beside what comes without. */
export function narrowed(base: Shown, ...each: Shown[]): Proof {
  if (!isList(base) || size(base) === 0) return 'unclear'
  if (each.every((one) => one === 'refused')) return 'contradicted'
  const lists = each.filter(isList)
  if (lists.length < each.length) return 'unclear'
  if (lists.every((list) => size(list) < size(base))) return 'proven'
  return lists.every((list) => isSame(list.keys, base.keys) && size(list) >= size(base))
    ? 'contradicted'
    : 'unclear'
}

const isSameSet = (one: Set<string>, other: Set<string>): boolean =>
  one.size === other.size && one.isSubsetOf(other)

/** A list of two things asked for together, beside each alone: only the whole can tell, so only complete lists. */
export function joined(one: Shown, other: Shown, both: Shown): Proof {
  if (!isList(one) || !isList(other) || both === null) return 'unclear'
  if (both === 'refused') return 'contradicted'
  if ([one, other, both].some(({ more }) => more !== false)) return 'unclear'
  const left = new Set(one.keys)
  const right = new Set(other.keys)
  const got = new Set(both.keys)
  if (left.isSubsetOf(right) || right.isSubsetOf(left)) return 'unclear'
  if (isSameSet(got, left.union(right))) return 'proven'
  // What both have in common is also what comes where two names are taken for one that nobody has.
  return got.size > 0 && isSameSet(got, left.intersection(right)) ? 'unclear' : 'contradicted'
}

/** No store has this id. */
export const noStore = 'no-such-store'

/**
 * Whether a query carries several ids: a list that is asked for two stores together, beside each alone. Proven only where a
 * query that went unheard would have brought something else. Null where there are no two stores.
 */
export async function joinedProof(
  [first, second]: readonly string[],
  base: Shown,
  ofStores: (...ids: string[]) => Promise<Shown>,
): Promise<Proof | null> {
  if (first === undefined || second === undefined) return null
  const one = await ofStores(first)
  const other = await ofStores(second)
  const both = await ofStores(first, second)
  const proof = joined(one, other, both)
  if (proof !== 'proven' || !isList(base) || !isList(both) || !isList(one)) return proof
  const got = new Set(both.keys)
  if (base.keys.some((key) => !got.has(key))) return 'proven'
  const oneAndNone = await ofStores(first, noStore)
  return isList(oneAndNone) && isSameSet(new Set(oneAndNone.keys), new Set(one.keys))
    ? 'proven'
    : 'unclear'
}
