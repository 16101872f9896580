import type { HostEvent } from '#contract/index.ts'
import { stockContract, type StockHistoryEntry } from '#contract/stock/stock.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type AnyNounDefinition, type Context, type ReceivedProcess } from '../noun.ts'
import { StockByName } from './by-name.ts'
import { StockChanges } from './changes.ts'
import { StockCommands } from './commands.ts'
import { StockEvents } from './events.ts'
import { historyRows } from './history.ts'
import { StockSending } from './outbox.ts'
import { SoldOutRecord, StockQueries } from './queries.ts'
import { StockSteps } from './steps.ts'
import { ingredientRows, processRows, stockRows, StockStore } from './store.ts'
import { StockWatch } from './watch.ts'

/** The 86 board: what is sold out, by people here and by the platform. */
class Stock {
  readonly handlers: HandlersOf<'stock'>
  readonly outbox: NonNullable<AnyNounDefinition['outbox']>
  readonly listens: NonNullable<AnyNounDefinition['listens']> = {
    'order.received': (received) => this.#events.onOrder(received),
    'process.received': (received) => this.#onProcess(received),
    'menu.read': () => this.#onMenu(),
  }
  /** For the chain of the store, which knows items only by their names. */
  readonly byName: StockByName
  readonly #context: Context
  readonly #changes: StockChanges
  readonly #events: StockEvents
  readonly #watch: StockWatch
  readonly #record: SoldOutRecord

  constructor(context: Context) {
    const store = new StockStore(context)
    const changes = new StockChanges(context, store)
    const steps = new StockSteps(context, store.history, changes)
    const watch = new StockWatch(context, store, changes, steps)
    const record = new SoldOutRecord(context, store.history, changes)
    const commands = new StockCommands(context, store, changes, steps, watch)
    const queries = new StockQueries(context, store, changes, watch, record)
    this.handlers = handlersOf(stockContract, commands, queries)
    this.outbox = { stock: new StockSending(context, store, changes, steps, watch).rules }
    this.byName = new StockByName(context, store, changes, commands)
    this.#context = context
    this.#changes = changes
    this.#events = new StockEvents(context, store, changes, steps)
    this.#watch = watch
    this.#record = record
  }

  // For nouns

  /** Items that were out between two ISO instants. */
  outBetween(from: string, to: string): StockHistoryEntry[] {
    return this.#record.outBetween(from, to)
  }

  /** The names of the items that are out now. */
  soldOut(): string[] {
    const out = this.#changes.states().filter(({ state }) => state === 'out')
    return this.byName.namesOf(out.map(({ key }) => key))
  }

  // The life of the store

  start(): void {
    this.#watch.check()
  }

  changes(): HostEvent[] {
    return this.#changes.takeUnsent()
  }

  catchUp(): void {
    this.#watch.catchUp()
  }

  rolledBack(): void {
    this.#watch.rolledBack()
  }

  close(): void {
    this.#watch.close()
  }

  #onProcess(received: ReceivedProcess): void {
    this.#events.onProcess(received)
    // What the process lists may end sooner than the planned check.
    if (received.part.isLast) this.#watch.checkWithin(0)
  }

  #onMenu(): void {
    this.#context.notify({ type: 'stock.replaced' })
    this.#watch.check()
  }
}

/** The noun of the 86 board. */
export const stock = defineNoun(stockContract, {
  needs: [menu],
  tables: [
    { ...stockRows, shows: { kinds: ['stock'], entries: 'newest' } },
    { ...historyRows, old: { since: 'set_at', when: 'ended_at IS NOT NULL' } },
    processRows,
    ingredientRows,
  ],
  create: (context) => new Stock(context),
})
