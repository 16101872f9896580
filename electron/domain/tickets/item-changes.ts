import type { ItemChange } from '#contract/tickets/ticket.ts'
import { isMade, work, type PlainItem } from './items.ts'

/** What two lines of an order are compared by. */
interface Line {
  key: string
  /** Of the dish. */
  name: string
  /** What it is, as text, without its amount. */
  work: string
  amount: number | null
}

const whole = ({ work: what, amount }: Line): string => `${String(amount)} ${what}`

/**
 * The former line of each line, by their indexes; null for a new one. A line with the same key and
 * contents comes first, then one with the same contents: an edit, a merge or a transfer of tables
 * may give every line a new id, and lines without ids move up when one before them is removed. Then
 * the same key, then the same dish in another amount, and then one with the same name.
 */
export function matchLines(before: readonly Line[], now: readonly Line[]): (number | null)[] {
  const former: (number | null)[] = now.map(() => null)
  const left = new Set(before.keys())
  const ways: ((line: Line) => string)[] = [
    (line) => `${line.key} ${whole(line)}`,
    whole,
    ({ key }) => key,
    ({ work: what }) => what,
    ({ name }) => name,
  ]
  for (const way of ways) {
    if (left.size === 0) break
    const byText = Map.groupBy(left, (at) => way(before[at] as Line))
    for (const [at, line] of now.entries()) {
      if (former[at] !== null) continue
      const place = byText.get(way(line))?.shift()
      if (place === undefined) continue
      former[at] = place
      left.delete(place)
    }
  }
  return former
}

const lineOf = (item: PlainItem): Line => ({
  key: item.key,
  name: item.name,
  work: work(item),
  amount: item.amount,
})

/** The former item of each item; null for a new one. */
function formerItems(
  before: readonly PlainItem[],
  now: readonly PlainItem[],
): (PlainItem | null)[] {
  return matchLines(before.map(lineOf), now.map(lineOf)).map((at) =>
    at === null ? null : (before[at] ?? null),
  )
}

/** Whether the amount is known. Items that an older version acknowledged have no `unread`. */
const hasAmount = ({ unread }: Partial<Pick<PlainItem, 'unread'>>): boolean =>
  unread?.includes('amount') !== true

/** How an item changed: its amount, its details, or both. */
function changesOfItem(was: PlainItem, now: PlainItem): ItemChange[] {
  const { key, name, amount } = now
  const change = { key, name, before: was.amount, now: amount }
  const isKnown = hasAmount(was) && hasAmount(now)
  return [
    ...(isKnown && was.amount !== amount ? [{ kind: 'amount' as const, ...change }] : []),
    ...(work(was) !== work(now) || hasAmount(was) !== hasAmount(now)
      ? [{ kind: 'details' as const, ...change }]
      : []),
  ]
}

/** The changes between two reads of an order's items, in the order of the card. */
export function compareItems(
  allBefore: readonly PlainItem[],
  allNow: readonly PlainItem[],
): ItemChange[] {
  const before = allBefore.filter(isMade)
  const now = allNow.filter(isMade)
  const former = formerItems(before, now)
  const changes = now.flatMap((item, at): ItemChange[] => {
    const was = former[at] ?? null
    if (was !== null) return changesOfItem(was, item)
    return [{ kind: 'added', key: item.key, name: item.name, before: 0, now: item.amount }]
  })
  const kept = new Set(former)
  const removed = before
    .filter((item) => !kept.has(item))
    .map(({ key, name, amount }): ItemChange => ({
      ...{ kind: 'removed', key, name, before: amount, now: 0 },
    }))
  return [...changes, ...removed]
}

/** Item keys that an edit replaced: the new one of each former one. */
export function renamedKeys(
  before: readonly PlainItem[],
  now: readonly PlainItem[],
): Map<string, string> {
  const former = formerItems(before, now)
  return new Map(
    now.flatMap(({ key }, at) => {
      const was = former[at]
      return was == null || was.key === key ? [] : [[was.key, key]]
    }),
  )
}

/** What is stored by item key, by the keys that the items have now. */
export function renameKeys<Value>(
  stored: Readonly<Record<string, Value>>,
  names: ReadonlyMap<string, string>,
): Record<string, Value> {
  const newKeys = new Set(names.values())
  return Object.fromEntries(
    Object.entries(stored).flatMap(([key, value]) => {
      const name = names.get(key)
      if (name !== undefined) return [[name, value]]
      // Its item is gone, and another one has its key now.
      return newKeys.has(key) ? [] : [[key, value]]
    }),
  )
}
