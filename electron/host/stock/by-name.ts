import { fold } from '#contract/shared/fold.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type { StockAct, StockKey } from '#contract/stock/stock.ts'
import type { Desired } from '#domain/stock/row.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { SetBy, StockCommands } from './commands.ts'
import type { StockStore } from './store.ts'

/** The instruction, and the person that gave it. */
interface Tap {
  tapId: string
  by: string
}

const outUntilNotice: StockAct = { kind: 'out', until: { kind: 'notice' } }

/** The board for whoever knows items only by their names: the chain of the store. */
export class StockByName {
  readonly #store: StockStore
  readonly #changes: StockChanges
  readonly #commands: StockCommands
  readonly #menus: Menu

  constructor(
    { use }: Pick<Context, 'use'>,
    store: StockStore,
    changes: StockChanges,
    commands: StockCommands,
  ) {
    this.#store = store
    this.#changes = changes
    this.#commands = commands
    this.#menus = use(menu)
  }

  /** Items of this name; for an ingredient also all items that have it. */
  keysNamed(what: 'item' | 'ingredient', name: string): StockKey[] {
    const sought = fold(name)
    const items = this.#menus.items.items.filter((item) => fold(item.name) === sought)
    const ingredients = what === 'item' ? [] : this.#store.ingredients.all()
    const keys = [
      ...items.map(({ key }) => key),
      ...ingredients
        .filter((ingredient) => fold(ingredient.name) === sought)
        .flatMap((ingredient) => ingredient.keys.map((key) => this.#menus.canonical(key))),
    ]
    // The platform can't address an option that belongs to no modifier.
    return [...new Set(keys)].filter((key) => this.#menus.items.wire.has(key))
  }

  /** Sets items out until further notice, also those that people here had set out. */
  async setOut(keys: readonly StockKey[], { tapId, by }: Tap): Promise<Result<null>> {
    const { out = [], other = [] } = Object.groupBy(keys, (key) =>
      this.#wasOut(key) ? 'out' : 'other',
    )
    const done = await this.#set(out, outUntilNotice, tapId, { name: by, byChain: 'was-out' })
    return done.ok
      ? this.#set(other, outUntilNotice, tapId, { name: by, byChain: 'from-sale' })
      : done
  }

  /**
   * Ends what the instruction `of` did with items that nobody has changed since. Those that were
   * out before it stay out, and the others are returned: they are back on sale.
   */
  async setBack(
    keys: readonly StockKey[],
    of: string,
    { tapId, by }: Tap,
  ): Promise<Result<StockKey[]>> {
    const still = keys.filter((key) => this.#desiredOf(key)?.tapId === of)
    const { out = [], other = [] } = Object.groupBy(still, (key) =>
      this.#desiredOf(key)?.byChain === 'was-out' ? 'out' : 'other',
    )
    const stayed = await this.#set(out, outUntilNotice, tapId, { name: by })
    if (!stayed.ok) return stayed
    const back = await this.#set(other, { kind: 'back' }, tapId, { name: by })
    return back.ok ? ok(keys.filter((key) => this.#isBack(key, tapId))) : back
  }

  namesOf(keys: readonly StockKey[]): string[] {
    const names = this.#changes.names()
    return keys.map((key) => names.get(key) ?? key)
  }

  /** How many of these items the platform confirmed as they were set, and how many are otherwise. */
  confirmationOf(
    keys: readonly StockKey[],
    isOut: boolean,
  ): { confirmed: number; changed: number } {
    const states = new Map(this.#changes.states().map((state) => [state.key, state]))
    const counts = { confirmed: 0, changed: 0 }
    for (const key of keys) {
      const state = states.get(key)
      const delivery = state?.delivery?.state ?? 'confirmed'
      if ((state?.state === 'out') !== isOut) counts.changed += 1
      else if (delivery === 'confirmed') counts.confirmed += 1
    }
    return counts
  }

  /** Does nothing for no items. */
  async #set(keys: StockKey[], act: StockAct, tapId: string, by: SetBy): Promise<Result<null>> {
    return keys.length === 0 ? ok(null) : this.#commands.setByChain({ tapId, keys, act }, by)
  }

  #desiredOf(key: StockKey): Desired | null {
    return this.#changes.row(key).desired
  }

  /** Whether people here have set it out until further notice. */
  #wasOut(key: StockKey): boolean {
    const desired = this.#desiredOf(key)
    return desired?.state === 'out' && desired.until === null && desired.byChain !== 'from-sale'
  }

  #isBack(key: StockKey, tapId: string): boolean {
    const desired = this.#desiredOf(key)
    return desired?.tapId === tapId && desired.state === 'on-sale'
  }
}
