import { ok, type Result } from '#contract/shared/result.ts'
import type {
  Ingredient,
  ProposedIngredient,
  StockBoard,
  StockHistoryEntry,
  StockState,
} from '#contract/stock/stock.ts'
import { proposeIngredients } from '#domain/menu/propose-ingredients.ts'
import { isoNow } from '../clock.ts'
import type { Parsed } from '../dispatch.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import { historyTable, type StockHistory } from './history.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'

const day = 24 * 3_600_000

/** What screens show of the board and its history. */
export class StockQueries {
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
export class SoldOutRecord {
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
