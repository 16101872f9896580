import type { KitchenFigures, SoldOut, Speed } from '#contract/kitchen-figures/kitchen-figures.ts'
import type { StockHistoryEntry, StockKey } from '#contract/stock/stock.ts'
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

/** What is worked out of orders. */
type OrderFigures = Omit<
  KitchenFigures,
  'id' | 'from' | 'to' | 'soldOut' | 'withoutBump' | 'unread'
>

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
  const group = groups.get(key) ?? emptyGroup()
  groups.set(key, group)
  return group
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)

const inOrder = (numbers: readonly number[]): number[] =>
  numbers.toSorted((one, other) => one - other)

interface ProductGroup extends Group {
  name: string
  pieces: number
}

/** Figures to which orders are added one by one, so that a caller with many can add them in parts. */
export class GrowingFigures {
  readonly #time: StoreTime
  readonly #all = emptyGroup()
  readonly #promised: number[] = []
  readonly #days = new Map<string, Group>()
  readonly #hours = new Map<number, Group>()
  readonly #products = new Map<string, ProductGroup>()
  #early = 0
  #recalls = 0
  #driversLost = 0

  constructor(time: StoreTime) {
    this.#time = time
  }

  add(order: BumpedTicket): void {
    const { queueAt, promisedAt, bumpedAt } = order
    const seconds = secondsTaken(order)
    const isLate = bumpedAt > promisedAt
    addTo(this.#all, seconds, isLate)
    addTo(groupOf(this.#days, this.#time.dayOf(bumpedAt)), seconds, isLate)
    addTo(groupOf(this.#hours, this.#time.hourOf(queueAt)), seconds, isLate)
    // The promised time is shown next to the median, so it covers the same orders.
    if (seconds === null) this.#early += 1
    else this.#promised.push(secondsBetween(queueAt, promisedAt))
    this.#addProducts(order, seconds, isLate)
    this.#recalls += order.recalls
    this.#driversLost += order.driversLost
  }

  /** Contains every day of `days`. */
  result(days: readonly string[]): OrderFigures {
    return {
      all: {
        ...speedOf(this.#all),
        promisedSeconds: whole(median(inOrder(this.#promised))),
      },
      days: days.map((day) => ({ day, ...speedOf(this.#days.get(day) ?? emptyGroup()) })),
      hours: [...this.#hours]
        .map(([hour, group]) => ({ hour, ...speedOf(group) }))
        .toSorted((one, other) => one.hour - other.hour),
      products: [...this.#products]
        .map(([id, { name, pieces, ...group }]) => ({ id, name, pieces, ...speedOf(group) }))
        .toSorted((one, other) => other.orders - one.orders || one.name.localeCompare(other.name)),
      early: this.#early,
      recalls: this.#recalls,
      driversLost: this.#driversLost,
    }
  }

  #addProducts({ items }: BumpedTicket, seconds: number | null, isLate: boolean): void {
    const counted = new Set<string>()
    for (const { id, name, amount } of items) {
      const product = this.#products.get(id) ?? { ...emptyGroup(), name, pieces: 0 }
      this.#products.set(id, product)
      product.pieces += amount
      // An order counts once for a product, however many of its items have it.
      if (counted.has(id)) continue
      counted.add(id)
      addTo(product, seconds, isLate)
    }
  }
}

const newSoldOut = (key: StockKey, name: string): SoldOut => ({
  ...{ key, name, times: 0, seconds: 0 },
  ...{ orders: 0, lasting: false },
})

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
    const item = items.get(key) ?? newSoldOut(key, name)
    items.set(key, item)
    item.times += 1
    item.seconds += Math.round(secondsBetween(begin, end))
    item.orders += orders
    item.lasting ||= endedAt === null
  }
  return [...items.values()].toSorted(
    (one, other) => other.seconds - one.seconds || one.name.localeCompare(other.name),
  )
}
