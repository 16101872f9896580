import type { StockKey } from '#contract/stock.ts'
import { optionNames, productNames, type KeyOf } from '#domain/menu/stock-key.ts'
import type { Availability } from '#domain/stock/availability.ts'
import { isBehind, isChangedSince, type StockRow } from '#domain/stock/row.ts'
import type { StockEffect } from '#domain/stock/step.ts'
import type { StockProcess } from '#platform/stock.ts'
import type { HeardProcess } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { StockSteps } from './steps.ts'
import type { ProcessedItem, StockStore } from './store.ts'

/** The last call of a process (platform/README.md, Stock). */
const finished = 'FINISHED'

type StockRecord = StockProcess['processedItems'][number]

/** What a record says; a stock of nothing at all is no restriction. */
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

/** What the platform says of changes: that it has finished them, ours and others'. Within the caller's transaction. */
export interface StockEvents {
  /** In any order, as often as it comes. */
  hear(heard: HeardProcess): void
}

interface EventsDeps {
  changes: StockChanges
  store: StockStore
  steps: StockSteps
  /** Whether an id is one of the store's. */
  isOurs(storeId: string): boolean
  keyOf: KeyOf
}

export function createStockEvents({
  changes,
  store,
  steps,
  isOurs,
  keyOf,
}: EventsDeps): StockEvents {
  /** A request has ended. Where something newer is desired, that is sent next. */
  function ended(before: StockRow, row: StockRow, effect: StockEffect): void {
    const { desired, requested } = row
    const entry = changes.entry(row)
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
    // An answer that was lost: what it was about stands in the list all the same.
    const isLost =
      requested?.processId === null && requested.listedAt === null && isSame(requested, item)
    if (requested !== null && (isOurs || isLost))
      ended(row, { ...row, requested: { ...requested, listedAt } }, { kind: 'confirmed' })
    // Sent twice, since an answer was lost: the other list of it says nothing new.
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

  /** What the parts before listed, by process; null where it was known before its first part. */
  const begun = new Map<string, ProcessedItem[] | null>()

  /** All that was listed so far; null where there is nothing new in it. */
  function gather(processId: string, items: ProcessedItem[], isFirst: boolean) {
    if (isFirst) begun.set(processId, store.process(processId) === null ? [] : null)
    const all = begun.get(processId) ?? null
    all?.push(...items)
    return all
  }

  return {
    hear({ process: { status, processId, processedItems }, date, receivedAt: at, part }) {
      if (status !== finished) return
      const items = processedItems.flatMap((record): ProcessedItem[] => {
        const key = keyOf(namesIn(record))
        const isElsewhere = record.storeId != null && !isOurs(record.storeId)
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
      for (const row of changes.askedIn(processId))
        if (!keys.has(row.key) && changes.entry(row)?.delivery.state === 'accepted')
          ended(row, row, { kind: 'not-finished' })
    },
  }
}
