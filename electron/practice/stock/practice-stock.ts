import { setTimeout as pause } from 'node:timers/promises'
import type { MenuPayload } from '../menu/payload.ts'
import type { WireOrder } from '../orders/wire.ts'
import { practiceStore } from '../practice-store.ts'
import { createRandom, type Random } from '../random.ts'
import {
  optionKey,
  optionSubject,
  productKey,
  productSubject,
  subjectName,
  type StockSubject,
} from './catalogue.ts'
import type { Effects } from '../effects.ts'
import type { PracticeEvent } from '../events/event.ts'

/** A change of stock, with canonical ids. */
export interface StockChange {
  subject: StockSubject
  /** How many are left; null lifts the restriction. */
  stock: number | null
  /** ISO; the restriction ends then. Null if it stays. */
  untilDate: string | null
}

/** A change that took effect; `stock` is null if the restriction was lifted. */
export interface StockRecord extends StockSubject {
  _id: string
  websiteId: string
  stock: number | null
  until: null
  untilDate: string | null
  createdAt: string
}

/** What is sold out according to the menu files. */
const soldOutAtOpening = (menus: readonly MenuPayload[]): StockSubject[] =>
  menus.flatMap(({ menu, products, modifiers, options }) =>
    menu.storesIds.flatMap((storeId) => [
      ...products
        .filter(({ available }) => !available)
        .map((product) => productSubject(storeId, product)),
      ...options
        .filter(({ available }) => !available)
        .flatMap((option) =>
          modifiers
            .filter(({ optionIds }) => optionIds.includes(option.externalId))
            .map((modifier) => optionSubject(storeId, modifier, option)),
        ),
    ]),
  )

/** The stock of all stores. It starts with what the menus say is sold out. */
export function createPracticeStock(
  menus: readonly MenuPayload[],
  seed: number,
  now: () => number,
  websiteId = practiceStore.websiteId,
) {
  const random = createRandom(seed, 'stock')
  const records = new Map<string, StockRecord>()

  function change({ subject, stock, untilDate }: StockChange): StockRecord {
    const record: StockRecord = {
      ...subject,
      _id: `stk-${random.id(13)}`,
      websiteId,
      stock,
      until: null,
      untilDate,
      createdAt: new Date(now()).toISOString(),
    }
    if (stock === null) records.delete(subjectName(subject))
    else records.set(subjectName(subject), record)
    return record
  }

  function currentRecord(key: string): StockRecord | undefined {
    const record = records.get(key)
    if (record === undefined || record.untilDate === null) return record
    if (Date.parse(record.untilDate) > now()) return record
    records.delete(key)
    return undefined
  }

  function take(key: string, amount: number): void {
    const record = currentRecord(key)
    if (record === undefined) return
    records.set(key, { ...record, stock: Math.max(0, (record.stock ?? 0) - amount) })
  }

  for (const subject of soldOutAtOpening(menus)) change({ subject, stock: 0, untilDate: null })

  return {
    /** Sets or lifts a restriction; returns the record of the change. */
    change,
    /** Subtracts an order from the counts of its store; never below 0. */
    consume({ storeId, items }: WireOrder) {
      for (const { product, amount, modifiers } of items) {
        take(productKey(storeId, product._id), amount)
        for (const { modifierId, countById } of modifiers) {
          for (const [optionId, count] of Object.entries(countById)) {
            take(optionKey(storeId, modifierId, optionId), amount * count)
          }
        }
      }
    },
    /** Whether nothing is left of a product, or of an option within a modifier. */
    isProductSoldOut: (storeId: string, productId: string) =>
      currentRecord(productKey(storeId, productId))?.stock === 0,
    isOptionSoldOut: (storeId: string, modifierId: string, optionId: string) =>
      currentRecord(optionKey(storeId, modifierId, optionId))?.stock === 0,
    list: () => [...records.keys()].flatMap((key) => currentRecord(key) ?? []),
  }
}

export type PracticeStock = ReturnType<typeof createPracticeStock>

/** Is posted to the bare address, without an event id. */
const processStatusUpdated = (
  status: 'RUNNING' | 'FINISHED',
  processId: string,
  processedItems: readonly StockRecord[],
  date: string,
): PracticeEvent => ({
  path: '',
  body: { data: { status, processId, processedItems }, date, type: 'processStatusUpdated' },
})

interface ProcessDeps {
  practiceStock: PracticeStock
  send: (event: PracticeEvent) => Promise<unknown>
  effects: Effects
  /** The date of the next event. */
  date: () => string
  random: Random
  /** Milliseconds from RUNNING to FINISHED. */
  milliseconds: number
  /** Ends what is under way, without effect. */
  closing: AbortSignal
}

export function createStockProcesses(deps: ProcessDeps) {
  const { practiceStock, send, effects, date, random, milliseconds, closing } = deps
  const underWay = new Set<Promise<void>>()

  async function finish(processId: string, changes: readonly StockChange[]): Promise<void> {
    try {
      await pause(milliseconds, undefined, { signal: closing })
    } catch {
      return
    }
    const processedItems = changes.map((change) => {
      effects.happened('update-stock', subjectName(change.subject))
      return practiceStock.change(change)
    })
    void send(processStatusUpdated('FINISHED', processId, processedItems, date()))
  }

  return {
    /**
     * Sends RUNNING; after a pause the changes take effect and FINISHED is sent. Returns the
     * processId.
     */
    start(changes: readonly StockChange[]) {
      const processId = `prc-${random.id(13)}`
      void send(processStatusUpdated('RUNNING', processId, [], date()))
      const process = finish(processId, changes)
      underWay.add(process)
      void process.finally(() => underWay.delete(process))
      return processId
    },
    /** Resolves when no update is running; its last event may still be on its way. */
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
