import type { StockKey } from '#contract/stock/stock.ts'
import { optionNames, productNames } from '#domain/menu/stock-key.ts'
import { amountOf } from '#domain/tickets/items.ts'
import type { Availability } from '#domain/stock/availability.ts'
import { isBehind, isChangedSince, type StockRow } from '#domain/stock/row.ts'
import type { StockEffect } from '#domain/stock/watch.ts'
import type { StockProcess } from '#platform/stock.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context, NounEvents, ReceivedProcess } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { StockSteps } from './steps.ts'
import type { ProcessedItem, StockStore } from './store.ts'

/** The last status of a process (platform/README.md, Stock). */
const finished = 'FINISHED'

type StockRecord = StockProcess['processedItems'][number]

/** A record without stock means no restriction. */
const availabilityIn = ({ stock, untilDate }: StockRecord): Availability => {
  if (stock === null || stock === undefined) return { state: 'on-sale', left: null, until: null }
  const until = untilDate ?? null
  return stock === 0
    ? { state: 'out', left: null, until }
    : { state: 'counted', left: stock, until }
}

const namesIn = (record: StockRecord): StockKey[] =>
  record.type === 'modifier'
    ? optionNames(
        [record.modifierExternalId, record.modifierId],
        [record.modifierOptionExternalId, record.modifierOptionId],
      )
    : productNames([record.productExternalId, record.productId])

const isSame = (one: Availability, other: Availability): boolean =>
  one.state === other.state && one.left === other.left && one.until === other.until

const reduced = <Counted extends Availability>(counted: Counted, amount: number): Counted =>
  counted.state === 'counted'
    ? { ...counted, left: Math.max(0, (counted.left ?? 0) - amount) }
    : counted

/**
 * Handles stock processes, both ours and other systems', and subtracts orders from counts. Call
 * within a transaction.
 */
export class StockEvents {
  readonly #context: Context
  readonly #store: StockStore
  readonly #changes: StockChanges
  readonly #steps: StockSteps
  readonly #menus: Menu
  /**
   * The items listed in earlier parts, by process; null if the process was known before its first
   * part.
   */
  readonly #begun = new Map<string, ProcessedItem[] | null>()

  constructor(context: Context, store: StockStore, changes: StockChanges, steps: StockSteps) {
    this.#context = context
    this.#store = store
    this.#changes = changes
    this.#steps = steps
    this.#menus = context.use(menu)
  }

  /** Subtracts a new order from the counts, as the platform does (platform/README.md, Stock). */
  onOrder({ event: { order }, receivedAt, isNew }: NounEvents['order.received']): void {
    if (!isNew || !order?.items) return
    // An item in several rows of an order counts as one request for it.
    const amounts = new Map<StockKey, number>()
    for (const { key, amount } of amountOf(order.items, this.#menus))
      amounts.set(key, (amounts.get(key) ?? 0) + amount)
    for (const [key, amount] of amounts) this.#subtract(key, amount, order.createdAt ?? receivedAt)
  }

  /** Process messages may arrive in any order, and more than once. */
  onProcess({ process, date, receivedAt, part }: ReceivedProcess): void {
    const { status, processId, processedItems } = process
    if (status !== finished) return
    const items = processedItems.flatMap((record) => this.#itemIn(record, date))
    const all = this.#gather(processId, items, part.isFirst)
    if (all === null) return
    for (const item of items) this.#saveListed(item, processId, receivedAt)
    if (!part.isLast) return
    this.#begun.delete(processId)
    this.#store.saveProcess(processId, receivedAt, all)
    const keys = new Set(all.map(({ key }) => key))
    for (const row of this.#store.requestedIn(processId))
      if (!keys.has(row.key) && this.#changes.entryOf(row)?.delivery.state === 'accepted')
        this.#endRequest(row, row, { kind: 'not-finished' })
  }

  /** None if it is unknown, or another store's. */
  #itemIn(record: StockRecord, listedAt: string): ProcessedItem[] {
    const key = this.#menus.keyOf(namesIn(record))
    const isElsewhere = record.storeId != null && !this.#context.isOurs(record.storeId)
    return key === null || isElsewhere ? [] : [{ key, ...availabilityIn(record), listedAt }]
  }

  /** All items listed so far; null if the process is already known. */
  #gather(processId: string, items: ProcessedItem[], isFirst: boolean): ProcessedItem[] | null {
    if (isFirst) this.#begun.set(processId, this.#store.process(processId) === null ? [] : null)
    const all = this.#begun.get(processId) ?? null
    all?.push(...items)
    return all
  }

  #saveListed(item: ProcessedItem, processId: string, at: string): void {
    const row = this.#changes.row(item.key)
    const { requested, reported } = row
    const { state, left, until, listedAt } = item
    const isOurs = requested?.processId === processId
    // The answer to our request was lost, but the list contains what it asked for.
    const isLost =
      requested?.processId === null && requested.listedAt === null && isSame(requested, item)
    if (requested !== null && (isOurs || isLost))
      this.#endRequest(
        row,
        { ...row, requested: { ...requested, listedAt } },
        { kind: 'confirmed' },
      )
    // It was sent twice because an answer was lost; the second list repeats the first.
    else if (
      requested !== null &&
      requested.listedAt !== null &&
      isSame(requested, item) &&
      !isChangedSince(requested, reported)
    ) {
      if (listedAt > requested.listedAt)
        this.#changes.save({ ...row, requested: { ...requested, listedAt } })
    } else if (reported === null || listedAt >= reported.listedAt)
      this.#changes.save({ ...row, reported: { state, left, until, listedAt, at } })
  }

  /** If something newer is desired, sends that next. */
  #endRequest(before: StockRow, row: StockRow, effect: StockEffect): void {
    const { desired, requested } = row
    const entry = this.#changes.entryOf(row)
    const isNewest = entry?.tapId === requested?.tapId
    const isNewer = desired !== null && isBehind(desired, entry)
    this.#steps.apply(before, {
      row,
      effects: [...(isNewest ? [effect] : []), ...(isNewer ? [{ kind: 'enqueue' as const }] : [])],
    })
  }

  #subtract(key: StockKey, amount: number, createdAt: string): void {
    const row = this.#changes.row(key)
    const { desired, reported } = row
    // An order from before the count was set must not reduce it.
    const isDesired = desired !== null && desired.setAt <= createdAt
    const isReported = reported !== null && reported.at <= createdAt
    const after = isDesired ? reduced(desired, amount) : desired
    if (isDesired || isReported)
      this.#changes.save({
        ...row,
        desired: after,
        reported: isReported ? reduced(reported, amount) : reported,
      })
    if (!isDesired) return
    const { history } = this.#store
    history.countOrder(key)
    if (after?.left === 0 && desired.left !== 0) history.ranOut(key, createdAt)
    if (after?.state === 'counted') this.#steps.refresh(key, after)
  }
}
