import type { StockKey } from '#contract/stock.ts'
import { optionNames, productNames } from '#domain/menu/stock-key.ts'
import { amountOf } from '#domain/tickets/items.ts'
import type { Availability } from '#domain/stock/availability.ts'
import { isBehind, isChangedSince, type StockRow } from '#domain/stock/row.ts'
import type { StockEffect } from '#domain/stock/watch.ts'
import type { StockProcess } from '#platform/stock.ts'
import { menu } from '../menu/menu.ts'
import type { Context, ReceivedOrder, ReceivedProcess } from '../noun.ts'
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

const less = <Counted extends Availability>(counted: Counted, amount: number): Counted =>
  counted.state === 'counted'
    ? { ...counted, left: Math.max(0, (counted.left ?? 0) - amount) }
    : counted

/**
 * Handles stock processes, both ours and other systems', and takes orders from counts. Call within
 * a transaction.
 */
export function createStockEvents(
  context: Context,
  { history, ...store }: StockStore,
  changes: StockChanges,
  steps: StockSteps,
) {
  const menus = context.use(menu)

  /** A request has ended: if something newer is desired, send that next. */
  function ended(before: StockRow, row: StockRow, effect: StockEffect): void {
    const { desired, requested } = row
    const entry = changes.entryOf(row)
    const isNewest = entry?.tapId === requested?.tapId
    const isNewer = desired !== null && isBehind(desired, entry)
    steps.take(before, {
      row,
      effects: [...(isNewest ? [effect] : []), ...(isNewer ? [{ kind: 'enqueue' as const }] : [])],
    })
  }

  function listed(item: ProcessedItem, processId: string, at: string): void {
    const row = changes.row(item.key)
    const { requested, reported } = row
    const { state, left, until, listedAt } = item
    const isOurs = requested?.processId === processId
    // The answer to our request was lost, but the list contains what it asked for.
    const isLost =
      requested?.processId === null && requested.listedAt === null && isSame(requested, item)
    if (requested !== null && (isOurs || isLost))
      ended(row, { ...row, requested: { ...requested, listedAt } }, { kind: 'confirmed' })
    // It was sent twice because an answer was lost; the second list repeats the first.
    else if (
      requested !== null &&
      requested.listedAt !== null &&
      isSame(requested, item) &&
      !isChangedSince(requested, reported)
    ) {
      if (listedAt > requested.listedAt)
        changes.keep({ ...row, requested: { ...requested, listedAt } })
    } else if (reported === null || listedAt >= reported.listedAt)
      changes.keep({ ...row, reported: { state, left, until, listedAt, at } })
  }

  /**
   * The items listed in earlier parts, by process; null if the process was known before its first
   * part.
   */
  const begun = new Map<string, ProcessedItem[] | null>()

  /** All items listed so far; null if the process is already known. */
  function gather(processId: string, items: ProcessedItem[], isFirst: boolean) {
    if (isFirst) begun.set(processId, store.process(processId) === null ? [] : null)
    const all = begun.get(processId) ?? null
    all?.push(...items)
    return all
  }

  function takeFrom(key: StockKey, amount: number, createdAt: string): void {
    const row = changes.row(key)
    const { desired, reported } = row
    // An order from before the count was set must not reduce it.
    const isDesired = desired !== null && desired.setAt <= createdAt
    const isReported = reported !== null && reported.at <= createdAt
    const after = isDesired ? less(desired, amount) : desired
    if (isDesired || isReported)
      changes.keep({
        ...row,
        desired: after,
        reported: isReported ? less(reported, amount) : reported,
      })
    if (!isDesired) return
    history.countOrder(key)
    if (after?.left === 0 && desired.left !== 0) history.ranOut(key, createdAt)
    if (after?.state === 'counted') steps.refresh(key, after)
  }

  return {
    /** Subtracts a new order from the counts, as the platform does (platform/README.md, Stock). */
    onOrder({ message: { order }, receivedAt, isNew }: ReceivedOrder): void {
      if (!isNew || !order?.items) return
      // An item in several rows of an order counts as one request for it.
      const amounts = new Map<StockKey, number>()
      for (const { key, amount } of amountOf(order.items, menus))
        amounts.set(key, (amounts.get(key) ?? 0) + amount)
      for (const [key, amount] of amounts) takeFrom(key, amount, order.createdAt ?? receivedAt)
    },
    /** Process messages may arrive in any order, and more than once. */
    onProcess({ process, date, receivedAt: at, part }: ReceivedProcess): void {
      const { status, processId, processedItems } = process
      if (status !== finished) return
      const items = processedItems.flatMap((record): ProcessedItem[] => {
        const key = menus.keyOf(namesIn(record))
        const isElsewhere = record.storeId != null && !context.isOurs(record.storeId)
        return key === null || isElsewhere
          ? []
          : [{ key, ...availabilityIn(record), listedAt: date }]
      })
      const all = gather(processId, items, part.isFirst)
      if (all === null) return
      for (const item of items) listed(item, processId, at)
      if (!part.isLast) return
      begun.delete(processId)
      store.keepProcess(processId, at, all)
      const keys = new Set(all.map(({ key }) => key))
      for (const row of store.askedIn(processId))
        if (!keys.has(row.key) && changes.entryOf(row)?.delivery.state === 'accepted')
          ended(row, row, { kind: 'not-finished' })
    },
  }
}
