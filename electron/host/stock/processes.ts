import type { StockKey } from '#contract/stock.ts'
import { optionNames, productNames, type KeyOf } from '#domain/menu/stock-key.ts'
import { isChangedSince, type StockRow, type Told } from '#domain/stock/row.ts'
import type { Wish } from '#domain/stock/availability.ts'
import type { StockProcess } from '#platform/stock.ts'
import type { StockBook } from './book.ts'
import type { StockDebts } from './debts.ts'
import type { ProcessedItem, StockStore } from './store.ts'

/** How long the platform may take to finish before nobody believes it any more (outbox.md). */
export const finishWithinMs = 2 * 60_000

/** The last call of a process (api.md, processStatusUpdated). */
const finished = 'FINISHED'

type StockRecord = StockProcess['processedItems'][number]

/** Whether the platform is at work on an item, so that a newer wish has to wait for it. */
export const isUnderWay = ({ told }: StockRow, now: number): boolean =>
  told?.stage === 'accepted' && now - Date.parse(told.at) < finishWithinMs

/** What a record says; a stock of nothing at all is no restriction. */
const wishIn = ({ stock, untilDate }: StockRecord): Wish => {
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

const isSame = (one: Wish, other: Wish): boolean =>
  one.state === other.state && one.left === other.left && one.until === other.until

/** What the platform says of changes: that it has finished them, ours and others'. Within the caller's transaction. */
export interface StockProcesses {
  /** An event of this date (the platform's clock), heard at `at`; in any order, as often as it comes. */
  hear(process: StockProcess, date: string, at: string): void
  /** Our request was taken: its process may have finished before the answer came. */
  accepted(row: StockRow, processId: string): void
}

interface ProcessesDeps {
  book: StockBook
  store: StockStore
  debts: StockDebts
  storeId: string
  keyOf: KeyOf
  /** Owes what is wanted newer than what just ended. */
  owe(row: StockRow): void
}

export function createStockProcesses({
  book,
  store,
  debts,
  storeId,
  keyOf,
  owe,
}: ProcessesDeps): StockProcesses {
  const ended = (row: StockRow): void => {
    book.keep(row)
    if (row.own !== null && row.own.tapId !== row.told?.tapId) owe(row)
  }
  const withTold = (row: StockRow, told: Told, change: Partial<Told>): StockRow => ({
    ...row,
    told: { ...told, ...change },
  })

  /** The platform has listed an item that we told it of. */
  function confirm(row: StockRow, told: Told, at: string, listedAt: string): void {
    debts.settle(row.key)
    ended(withTold(row, told, { stage: 'confirmed', at, listedAt, words: null }))
  }

  function listed(item: ProcessedItem, processId: string, at: string): void {
    const row = book.row(item.key)
    const { told, heard } = row
    const { state, left, until, listedAt } = item
    const isOurs = told?.processId === processId
    // An answer that was lost: what it was about stands in the list all the same.
    const isLost = told?.processId === null && told.stage !== 'confirmed' && isSame(told, item)
    if (told !== null && (isOurs || isLost)) confirm(row, told, at, listedAt)
    // Told twice, since an answer was lost: the other list of it says nothing new.
    else if (told?.stage === 'confirmed' && isSame(told, item) && !isChangedSince(told, heard)) {
      if (listedAt > (told.listedAt ?? '')) book.keep(withTold(row, told, { listedAt }))
    } else if (heard === null || listedAt >= heard.listedAt)
      book.keep({ ...row, heard: { state, left, until, listedAt, at } })
  }

  return {
    hear({ status, processId, processedItems }, date, at) {
      if (status !== finished) return
      const items = processedItems.flatMap((record): ProcessedItem[] => {
        const key = keyOf(namesIn(record))
        const isElsewhere = record.storeId != null && record.storeId !== storeId
        return key === null || isElsewhere ? [] : [{ key, ...wishIn(record), listedAt: date }]
      })
      if (!store.keepProcess(processId, at, items)) return
      for (const item of items) listed(item, processId, at)
      const keys = new Set(items.map(({ key }) => key))
      for (const row of book.rows())
        if (
          row.told?.processId === processId &&
          row.told.stage === 'accepted' &&
          !keys.has(row.key)
        )
          ended(withTold(row, row.told, { stage: 'unconfirmed', at }))
    },
    accepted(row, processId) {
      const { told } = row
      if (told === null) return
      const items = store.process(processId)
      const item = items?.find(({ key }) => key === row.key)
      if (items === null) book.keep(withTold(row, told, { processId }))
      else if (item !== undefined) confirm(row, { ...told, processId }, told.at, item.listedAt)
      else ended(withTold(row, told, { processId, stage: 'unconfirmed' }))
    },
  }
}
