import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Ingredient, StockAct, StockKey } from '#contract/stock/stock.ts'
import { availabilityAfter, type Availability } from '#domain/stock/availability.ts'
import type { Desired } from '#domain/stock/row.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'

/** Who wants it. */
export type SetBy = Pick<Caller, 'name'> & Pick<Desired, 'byChain'>

/** What is set, and by which tap. */
interface Tap {
  tapId: string
  act: StockAct
}

/** Items per transaction, so that a large change doesn't block other work. */
const itemsATurn = 300

/** What people set on the board. */
export class StockCommands {
  readonly #context: Context
  readonly #store: StockStore
  readonly #changes: StockChanges
  readonly #steps: StockSteps
  readonly #watch: StockWatch
  readonly #menus: Menu
  /** Large changes run one after the other, so that the later one decides the state of every item. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    context: Context,
    store: StockStore,
    changes: StockChanges,
    steps: StockSteps,
    watch: StockWatch,
  ) {
    this.#context = context
    this.#store = store
    this.#changes = changes
    this.#steps = steps
    this.#watch = watch
    this.#menus = context.use(menu)
  }

  // Operations

  set(input: Parsed<'stock.set'>, { name }: Caller): Promise<Result<null>> {
    return this.#inTurn(() => this.#setItems(input.keys, input, null, { name }))
  }

  setIngredient(input: Parsed<'stock.setIngredient'>, { name }: Caller): Promise<Result<null>> {
    return this.#inTurn(async () => {
      const ingredient = this.#store.ingredients.get(input.ingredientId)
      if (ingredient === null) return fail('not-found')
      const isBack = input.act.kind === 'back'
      const keys = this.#keysToSet(ingredient, isBack)
      return this.#setItems(keys, input, isBack ? null : ingredient.id, { name })
    })
  }

  saveIngredient({ id, name, keys }: Parsed<'stock.saveIngredient'>): Result<Ingredient> {
    const { db, newId, notify } = this.#context
    const { ingredients } = this.#store
    return db.transact(() => {
      if (id !== null && ingredients.get(id) === null) return fail('not-found')
      const canonical = [...new Set(keys.map((key) => this.#menus.canonical(key)))]
      const ingredient = { id: id ?? newId(), name, keys: canonical }
      ingredients.put(ingredient)
      notify({ type: 'stock.replaced' })
      return ok(ingredient)
    })
  }

  removeIngredient({ ingredientId }: Parsed<'stock.removeIngredient'>): Result<null> {
    const { db, notify } = this.#context
    return db.transact(() => {
      if (!this.#store.ingredients.remove(ingredientId)) return fail('not-found')
      notify({ type: 'stock.replaced' })
      return ok(null)
    })
  }

  answerOpening(): Result<null> {
    this.#watch.answerOpening()
    return ok(null)
  }

  // For nouns

  /** The same as `set`, for the chain of this store. */
  setByChain(input: Parsed<'stock.set'>, by: SetBy): Promise<Result<null>> {
    return this.#inTurn(() => this.#setItems(input.keys, input, null, by))
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(() => this.#context.gradually(work))
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Sets only items out that are not out already, and only those back that it has set out. */
  #keysToSet(ingredient: Ingredient, isBack: boolean): StockKey[] {
    return ingredient.keys
      .map((key) => this.#menus.canonical(key))
      .filter((key) => {
        const { desired } = this.#changes.row(key)
        const isOff = desired !== null && desired.state !== 'on-sale'
        return isBack ? isOff && desired.ingredientId === ingredient.id : !isOff
      })
  }

  /**
   * Sets a whole menu in several transactions. If a crash interrupts it, repeating the tap sets only
   * the remaining items.
   */
  async #setItems(
    keys: readonly StockKey[],
    { tapId, act }: Tap,
    ingredientId: string | null,
    { name, byChain }: SetBy,
  ): Promise<Result<null>> {
    const { db, clock } = this.#context
    const items = [...new Set(keys.map((key) => this.#menus.canonical(key)))].filter(
      (key) => !this.#isNameless(key),
    )
    if (items.length === 0 && keys.length > 0) return fail('not-found', 'no modifier has it')
    const after = this.#availabilityAfter(act)
    if (!after.ok) return after
    const desired = {
      ...{ ...after.value, tapId, ingredientId, setAt: isoNow(clock), setBy: name },
      ...(byChain && { byChain }),
    }
    const names = this.#changes.names()
    for (let at = 0; at < items.length; at += itemsATurn) {
      if (at > 0) await nextTurn()
      if (this.#watch.isClosed) return fail('storage', 'closed meanwhile')
      db.transact(() => {
        for (const key of items.slice(at, at + itemsATurn))
          this.#setItem(key, names.get(key) ?? key, desired)
      })
    }
    this.#watch.check()
    return ok(null)
  }

  #setItem(key: StockKey, name: string, desired: Desired): void {
    const before = this.#changes.row(key)
    if (before.desired?.tapId === desired.tapId) return
    const row = { ...before, desired }
    this.#changes.save(row)
    this.#store.history.add(key, name, desired)
    this.#steps.enqueue(row)
  }

  /** The platform can't address an option that belongs to no modifier. */
  #isNameless(key: StockKey): boolean {
    const { available, wire } = this.#menus.items
    return available.has(key) && !wire.has(key)
  }

  #availabilityAfter(act: StockAct): Result<Availability> {
    return availabilityAfter(act, {
      now: this.#context.clock.now(),
      timeZone: this.#context.timeZone(),
      hours: this.#menus.hours,
    })
  }
}
