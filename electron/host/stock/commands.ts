import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '#contract/caller.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { StockAct, StockKey } from '#contract/stock.ts'
import type { StoreHours } from '#domain/menu/store-hours.ts'
import { availabilityAfter } from '#domain/stock/availability.ts'
import type { Desired } from '#domain/stock/row.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { StockChanges, StockMenu } from './changes.ts'
import type { StockHistory } from './history.ts'
import type { Ingredients } from './ingredients.ts'
import type { StockSteps } from './steps.ts'

/** What people at the board do. */
export type StockCommands = Pick<
  HandlersOf<'stock'>,
  'stock.set' | 'stock.setIngredient' | 'stock.saveIngredient' | 'stock.removeIngredient'
>

interface CommandsDeps {
  changes: StockChanges
  menu: StockMenu & { readonly hours: StoreHours | null }
  steps: StockSteps
  history: StockHistory
  ingredients: Ingredients
  clock: Clock
  timeZone: () => string
  transact(work: () => void): void
  /** Looks when the next thing is due. */
  check(): void
  /** Runs an act in a transaction, and does the same. */
  acting<Value>(work: () => Result<Value>): Result<Value>
  /** Work of many transactions. */
  gradually<Value>(work: () => Promise<Value>): Promise<Value>
  isClosed(): boolean
}

/** So many items are changed in one transaction; then others have their turn. */
const itemsATurn = 300

export function createStockCommands(deps: CommandsDeps): StockCommands {
  const { changes, menu, steps, history, ingredients, clock, acting } = deps

  /** Names as the menu has them: of a whole menu, looked for once. */
  function namesOf(keys: readonly StockKey[]): ReadonlyMap<StockKey, string> {
    const wanted = new Set(keys)
    const known = menu.items.items.filter(({ key }) => wanted.has(key))
    return new Map(known.map(({ key, name }) => [key, name]))
  }

  function change(key: StockKey, name: string, desired: Desired): void {
    const before = changes.row(key)
    if (before.desired?.tapId === desired.tapId) return
    const row = { ...before, desired }
    changes.keep(row)
    history.note(key, name, desired)
    steps.enqueue(row)
  }

  /** Two acts on much of the menu must not meet halfway: whichever came later would not be the last word on every item. */
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(() => deps.gradually(work))
    last = done.catch(() => undefined)
    return done
  }

  /** A whole menu is changed in parts. A crash in between leaves some as they were; the same tap changes only those. */
  async function setItems(
    keys: readonly StockKey[],
    { tapId, act }: { tapId: string; act: StockAct },
    ingredientId: string | null,
    { name }: Caller,
  ): Promise<Result<null>> {
    // An option that no modifier has is on the menu, and has no name to the platform.
    const isMute = (key: StockKey): boolean =>
      menu.items.available.has(key) && !menu.items.wire.has(key)
    const named = [...new Set(keys.map(menu.canonical))].filter((key) => !isMute(key))
    if (named.length === 0 && keys.length > 0) return fail('not-found', 'no modifier has it')
    const context = { now: clock.now(), timeZone: deps.timeZone(), hours: menu.hours }
    const after = availabilityAfter(act, context)
    if (!after.ok) return after
    const desired = { ...after.value, tapId, ingredientId, setAt: isoNow(clock), setBy: name }
    const names = namesOf(named)
    for (let at = 0; at < named.length; at += itemsATurn) {
      if (at > 0) await nextTurn()
      if (deps.isClosed()) return fail('storage', 'closed meanwhile')
      deps.transact(() => {
        for (const key of named.slice(at, at + itemsATurn))
          change(key, names.get(key) ?? key, desired)
      })
    }
    deps.check()
    return ok(null)
  }

  return {
    'stock.set': (input, caller) => inTurn(() => setItems(input.keys, input, null, caller)),
    'stock.setIngredient': (input, caller) =>
      inTurn(async () => {
        const ingredient = ingredients.find(input.ingredientId)
        if (ingredient === null) return fail('not-found')
        const isBack = input.act.kind === 'back'
        const keys = ingredient.keys.map(menu.canonical).filter((key) => {
          const { desired } = changes.row(key)
          const isOff = desired !== null && desired.state !== 'on-sale'
          // It takes only what is not off already, and brings back only what it took.
          return isBack ? isOff && desired.ingredientId === ingredient.id : !isOff
        })
        return setItems(keys, input, isBack ? null : ingredient.id, caller)
      }),
    'stock.saveIngredient': (input) =>
      acting(() => {
        const saved = ingredients.save({ ...input, keys: input.keys.map(menu.canonical) })
        if (saved.ok) changes.replace()
        return saved
      }),
    'stock.removeIngredient': ({ ingredientId }) =>
      acting(() => {
        const removed = ingredients.remove(ingredientId)
        if (removed.ok) changes.replace()
        return removed
      }),
  }
}
