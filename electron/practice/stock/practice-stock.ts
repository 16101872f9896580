import { setTimeout as pause } from 'node:timers/promises'
import type { MenuPayload } from '../menu/payload.ts'
import type { WireOrder } from '../orders/wire.ts'
import { practiceStore } from '../practice-store.ts'
import { Random } from '../random.ts'
import {
  optionKey,
  optionSubject,
  productKey,
  productSubject,
  subjectName,
  type StockSubject,
} from './catalogue.ts'
import type { Effects } from '../effects.ts'
import type { PracticeEvent, Stamper } from '../events/event.ts'

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
export class PracticeStock {
  readonly #random: Random
  readonly #now: () => number
  readonly #websiteId: string
  readonly #records = new Map<string, StockRecord>()

  constructor(
    menus: readonly MenuPayload[],
    seed: number,
    now: () => number,
    websiteId = practiceStore.websiteId,
  ) {
    this.#random = new Random(seed, 'stock')
    this.#now = now
    this.#websiteId = websiteId
    for (const subject of soldOutAtOpening(menus))
      this.change({ subject, stock: 0, untilDate: null })
  }

  /** Sets or lifts a restriction; returns the record of the change. */
  change({ subject, stock, untilDate }: StockChange): StockRecord {
    const record: StockRecord = {
      ...subject,
      _id: `stk-${this.#random.id(13)}`,
      websiteId: this.#websiteId,
      stock,
      until: null,
      untilDate,
      createdAt: new Date(this.#now()).toISOString(),
    }
    if (stock === null) this.#records.delete(subjectName(subject))
    else this.#records.set(subjectName(subject), record)
    return record
  }

  /** Subtracts an order from the counts of its store; never below 0. */
  consume({ storeId, items }: WireOrder): void {
    for (const { product, amount, modifiers } of items) {
      this.#take(productKey(storeId, product._id), amount)
      for (const { modifierId, countById } of modifiers) {
        for (const [optionId, count] of Object.entries(countById)) {
          this.#take(optionKey(storeId, modifierId, optionId), amount * count)
        }
      }
    }
  }

  /** Whether nothing is left of a product. */
  isProductSoldOut(storeId: string, productId: string): boolean {
    return this.#current(productKey(storeId, productId))?.stock === 0
  }

  /** Whether nothing is left of an option within a modifier. */
  isOptionSoldOut(storeId: string, modifierId: string, optionId: string): boolean {
    return this.#current(optionKey(storeId, modifierId, optionId))?.stock === 0
  }

  list(): StockRecord[] {
    return [...this.#records.keys()].flatMap((key) => this.#current(key) ?? [])
  }

  #current(key: string): StockRecord | undefined {
    const record = this.#records.get(key)
    if (record === undefined || record.untilDate === null) return record
    if (Date.parse(record.untilDate) > this.#now()) return record
    this.#records.delete(key)
    return undefined
  }

  #take(key: string, amount: number): void {
    const record = this.#current(key)
    if (record === undefined) return
    this.#records.set(key, { ...record, stock: Math.max(0, (record.stock ?? 0) - amount) })
  }
}

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
  stamper: Stamper
  random: Random
  /** Milliseconds from RUNNING to FINISHED. */
  milliseconds: number
  /** Ends what is under way, without effect. */
  closing: AbortSignal
}

/** Updates of stock that take a while. */
export class StockProcesses {
  readonly #deps: ProcessDeps
  readonly #underWay = new Set<Promise<void>>()

  constructor(deps: ProcessDeps) {
    this.#deps = deps
  }

  /**
   * Sends RUNNING; after a pause the changes take effect and FINISHED is sent. Returns the
   * processId.
   */
  start(changes: readonly StockChange[]): string {
    const { send, random, stamper } = this.#deps
    const processId = `prc-${random.id(13)}`
    void send(processStatusUpdated('RUNNING', processId, [], stamper.date()))
    const process = this.#finish(processId, changes)
    this.#underWay.add(process)
    void process.finally(() => this.#underWay.delete(process))
    return processId
  }

  /** Resolves when no update is running; its last event may still be on its way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  async #finish(processId: string, changes: readonly StockChange[]): Promise<void> {
    const { practiceStock, send, effects, stamper, milliseconds, closing } = this.#deps
    try {
      await pause(milliseconds, undefined, { signal: closing })
    } catch {
      return
    }
    const processedItems = changes.map((change) => {
      effects.happened('update-stock', subjectName(change.subject))
      return practiceStock.change(change)
    })
    void send(processStatusUpdated('FINISHED', processId, processedItems, stamper.date()))
  }
}
