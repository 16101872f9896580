import type { HostEvent } from '#contract/index.ts'
import {
  stockContract,
  type StockHistoryEntry,
  type Ingredient,
  type ProposedIngredient,
  type StockBoard,
  type StockState,
} from '#contract/stock/stock.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { menu, type Menu } from '../menu/menu.ts'
import { defineNoun, type AnyNounDefinition, type Context, type ReceivedProcess } from '../noun.ts'
import { StockByName } from './by-name.ts'
import { StockChanges } from './changes.ts'
import { StockCommands } from './commands.ts'
import { StockEvents } from './events.ts'
import { StockSending } from './outbox.ts'
import { StockSteps } from './steps.ts'
import {
  ingredientRows,
  processRows,
  stockRows,
  StockStore,
  historyRows,
  historyTable,
  type StockHistory,
} from './store.ts'
import { StockWatch } from './watch.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { proposeIngredients } from '#domain/menu/propose-ingredients.ts'
import { isoNow } from '../clock/clock.ts'

const day = 24 * 3_600_000

/** What screens show of the board and its history. */
class StockQueries {
  readonly #context: Context
  readonly #store: StockStore
  readonly #changes: StockChanges
  readonly #watch: StockWatch
  readonly #record: SoldOutRecord
  readonly #menus: Menu

  constructor(
    context: Context,
    store: StockStore,
    changes: StockChanges,
    watch: StockWatch,
    record: SoldOutRecord,
  ) {
    this.#context = context
    this.#store = store
    this.#changes = changes
    this.#watch = watch
    this.#record = record
    this.#menus = context.use(menu)
  }

  board(): Result<StockBoard> {
    const { items, groups } = this.#menus.items
    return ok({
      revision: this.#changes.revision,
      now: isoNow(this.#context.clock),
      menu: this.#menus.state,
      groups,
      items,
      states: this.#changes.states(),
      ingredients: this.#ingredients(),
      opening: this.#watch.opening(),
      timeZone: this.#context.timeZone(),
      nextOpening: this.#watch.nextOpening(),
    })
  }

  proposeIngredients(): Result<ProposedIngredient[]> {
    const { items, groups, descriptions, wire } = this.#menus.items
    // An option that belongs to no modifier can't be sold out.
    const texts = items
      .filter(({ key }) => wire.has(key))
      .map(({ key, name }) => ({ key, name, description: descriptions.get(key) ?? '' }))
    const categories = groups.filter(({ kind }) => kind === 'category').map(({ name }) => name)
    const names = this.#ingredients().map(({ name }) => name)
    return ok(proposeIngredients(texts, categories, names))
  }

  history({ days }: Parsed<'stock.history'>): Result<StockHistoryEntry[]> {
    return ok(this.#lastDays(days))
  }

  historyTable({ days }: Parsed<'stock.historyTable'>): Result<string> {
    return ok(historyTable(this.#lastDays(days)))
  }

  #ingredients(): Ingredient[] {
    const all = this.#store.ingredients.all()
    return all.toSorted((one, other) => one.name.localeCompare(other.name))
  }

  #lastDays(days: number): StockHistoryEntry[] {
    return this.#record.since(new Date(this.#context.clock.now() - days * day).toISOString())
  }
}

const beganAt = ({ setAt }: StockHistoryEntry): number => (setAt === null ? 0 : Date.parse(setAt))

/**
 * Combines what people here sold out with what only the platform reports, so that board, history
 * and figures agree.
 */
class SoldOutRecord {
  readonly #history: StockHistory
  readonly #changes: StockChanges
  readonly #menus: Menu

  constructor({ use }: Pick<Context, 'use'>, history: StockHistory, changes: StockChanges) {
    this.#history = history
    this.#changes = changes
    this.#menus = use(menu)
  }

  /** Items that were out for any part of the time between two ISO instants. */
  outBetween(from: string, to: string): StockHistoryEntry[] {
    const { readAt } = this.#menus.state
    // If the start is unknown, the item was out when the menu was read, and still is.
    const reported = this.#reported().filter(({ setAt }) => (setAt ?? readAt ?? to) < to)
    return [...this.#history.outBetween(from, to), ...reported]
  }

  /**
   * Items out or counted at or after an ISO instant, newest first; those with an unknown start come
   * last.
   */
  since(from: string): StockHistoryEntry[] {
    const all = [...this.#history.since(from), ...this.#reported()]
    return all.toSorted((one, other) => beganAt(other) - beganAt(one))
  }

  /** Items that only the platform reports as out; the history has no entries for them. */
  #reported(): StockHistoryEntry[] {
    const recorded = this.#history.lastingOut()
    const names = this.#changes.names()
    return this.#changes
      .states()
      .filter(({ key, state }) => state === 'out' && !recorded.has(key))
      .map((state, nth) => ({
        // Negative, because ids in the history count from 1.
        id: -1 - nth,
        key: state.key,
        name: names.get(state.key) ?? state.key,
        state: 'out',
        left: null,
        until: state.until,
        setAt: this.#outSince(state),
        setBy: state.setBy,
        endedAt: null,
        orders: 0,
      }))
  }

  #outSince({ key, source, setAt }: StockState): string | null {
    const listedAt = source === 'elsewhere' ? this.#changes.row(key).reported?.listedAt : setAt
    const since = source === 'menu' ? this.#menus.reportOf(key)?.since : listedAt
    return since === '' ? null : (since ?? null)
  }
}

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
    return this.#changes.drainUnsent()
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
