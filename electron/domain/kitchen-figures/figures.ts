import type { KitchenFigures, SoldOut, Speed } from '#contract/kitchen-figures.ts'
import type { StockHistoryEntry } from '#contract/stock.ts'
import { median, secondsTaken, type BumpTimes } from '../tickets/pace.ts'

/** A bumped order, as far as figures need it. */
export interface BumpedTicket extends BumpTimes {
  recalls: number
  driversLost: number
  items: { id: string; name: string; amount: number }[]
}

export interface StoreTime {
  dayOf(at: string): string
  /** 0 to 23. */
  hourOf(at: string): number
}

/** Figures to which orders are added one by one, so that a caller with many can add them in parts. */
export interface GrowingFigures {
  add(order: BumpedTicket): void
  /** Contains every day of `days`. */
  result(
    days: readonly string[],
  ): Omit<KitchenFigures, 'id' | 'from' | 'to' | 'soldOut' | 'withoutBump' | 'unread'>
}

interface Group {
  orders: number
  late: number
  /** One for each order that has a time. */
  seconds: number[]
}

const emptyGroup = (): Group => ({ orders: 0, late: 0, seconds: [] })

/** `seconds` is null when the order has no time. */
function addTo(group: Group, seconds: number | null, isLate: boolean): void {
  group.orders += 1
  if (isLate) group.late += 1
  if (seconds !== null) group.seconds.push(seconds)
}

/**
 * The smallest of `sorted` that at least the share `part` of them does not exceed; null for an
 * empty list.
 */
export function percentile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null
}

const whole = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds)

function speedOf({ orders, late, seconds }: Group): Speed {
  const sorted = Float64Array.from(seconds).sort()
  const numbers = Array.from(sorted)
  return {
    orders,
    late,
    medianSeconds: whole(median(numbers)),
    ninetiethSeconds: whole(percentile(numbers, 0.9)),
  }
}

function groupOf<Key>(groups: Map<Key, Group>, key: Key): Group {
  const known = groups.get(key)
  if (known !== undefined) return known
  const fresh = emptyGroup()
  groups.set(key, fresh)
  return fresh
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

const inOrder = (numbers: readonly number[]): number[] =>
  numbers.toSorted((one, other) => one - other)

export function growFigures({ dayOf, hourOf }: StoreTime): GrowingFigures {
  const all = emptyGroup()
  const promised: number[] = []
  const days = new Map<string, Group>()
  const hours = new Map<number, Group>()
  const products = new Map<string, Group & { name: string; pieces: number }>()
  let early = 0
  let recalls = 0
  let driversLost = 0

  function addProducts({ items }: BumpedTicket, seconds: number | null, isLate: boolean): void {
    const here = new Set<string>()
    for (const { id, name, amount } of items) {
      const known = products.get(id)
      const product = known ?? { ...emptyGroup(), name, pieces: 0 }
      if (known === undefined) products.set(id, product)
      product.pieces += amount
      // An order counts once for a product, however many of its items have it.
      if (here.has(id)) continue
      here.add(id)
      addTo(product, seconds, isLate)
    }
  }

  return {
    add(order) {
      const { queueAt, promisedAt, bumpedAt } = order
      const seconds = secondsTaken(order)
      const isLate = bumpedAt > promisedAt
      for (const group of [all, groupOf(days, dayOf(bumpedAt)), groupOf(hours, hourOf(queueAt))])
        addTo(group, seconds, isLate)
      // The promised time is shown next to the median, so it covers the same orders.
      if (seconds === null) early += 1
      else promised.push(secondsBetween(queueAt, promisedAt))
      addProducts(order, seconds, isLate)
      recalls += order.recalls
      driversLost += order.driversLost
    },
    result: (shown) => ({
      all: {
        ...speedOf(all),
        promisedSeconds: whole(median(inOrder(promised))),
      },
      days: shown.map((day) => ({ day, ...speedOf(days.get(day) ?? emptyGroup()) })),
      hours: [...hours]
        .map(([hour, group]) => ({ hour, ...speedOf(group) }))
        .toSorted((one, other) => one.hour - other.hour),
      products: [...products]
        .map(([id, { name, pieces, ...group }]) => ({ id, name, pieces, ...speedOf(group) }))
        .toSorted((one, other) => other.orders - one.orders || one.name.localeCompare(other.name)),
      early,
      recalls,
      driversLost,
    }),
  }
}

/**
 * What was sold out between two instants, each item once. Only the time between them counts. If the
 * start is unknown, the time counts from the first instant.
 */
export function sumSoldOut(
  entries: readonly StockHistoryEntry[],
  from: string,
  to: string,
): SoldOut[] {
  const items = new Map<string, SoldOut>()
  for (const { key, name, setAt, endedAt, orders } of entries) {
    const begin = setAt !== null && setAt > from ? setAt : from
    const end = endedAt === null || endedAt > to ? to : endedAt
    const known = items.get(key)
    const item = known ?? { key, name, times: 0, seconds: 0, orders: 0, lasting: false }
    if (known === undefined) items.set(key, item)
    item.times += 1
    item.seconds += Math.round(secondsBetween(begin, end))
    item.orders += orders
    item.lasting ||= endedAt === null
  }
  return [...items.values()].toSorted(
    (one, other) => other.seconds - one.seconds || one.name.localeCompare(other.name),
  )
}
