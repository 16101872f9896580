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
import type { StockEntries } from './entries.ts'
import type { StockSteps } from './steps.ts'

/** What people at the board do. */
export type StockCommands = Pick<
  HandlersOf<'stock'>,
  | 'stock.set'
  | 'stock.setIngredient'
  | 'stock.decide'
  | 'stock.saveIngredient'
  | 'stock.removeIngredient'
>

interface CommandsDeps {
  changes: StockChanges
  menu: StockMenu & { readonly hours: StoreHours | null }
  entries: StockEntries
  steps: StockSteps
  history: StockHistory
  ingredients: Ingredients
  clock: Clock
  timeZone: () => string
  newId: () => string
  /** Runs an act in a transaction, and looks when the next thing is due. */
  acting<Value>(work: () => Result<Value>): Result<Value>
}

export function createStockCommands(deps: CommandsDeps): StockCommands {
  const { changes, menu, entries, steps, history, ingredients, clock, acting } = deps

  const nameOf = (key: StockKey): string =>
    menu.items.items.find((item) => item.key === key)?.name ?? key

  function change(key: StockKey, desired: Desired): void {
    const before = changes.row(key)
    if (before.desired?.tapId === desired.tapId) return
    const row = { ...before, desired }
    changes.keep(row)
    history.note(key, nameOf(key), desired)
    steps.enqueue(row)
  }

  function setItems(
    keys: readonly StockKey[],
    { tapId, act }: { tapId: string; act: StockAct },
    ingredientId: string | null,
    { name }: Caller,
  ): Result<null> {
    const context = { now: clock.now(), timeZone: deps.timeZone(), hours: menu.hours }
    const after = availabilityAfter(act, context)
    if (!after.ok) return after
    const desired = { ...after.value, tapId, ingredientId, setAt: isoNow(clock), setBy: name }
    for (const key of new Set(keys.map(menu.canonical))) change(key, desired)
    return ok(null)
  }

  return {
    'stock.set': (input, caller) => acting(() => setItems(input.keys, input, null, caller)),
    'stock.setIngredient': (input, caller) =>
      acting(() => {
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
    'stock.decide': ({ key, choice }) =>
      acting(() => {
        const row = changes.row(menu.canonical(key))
        if (row.desired === null) return fail('too-late')
        entries.settle(row.key)
        if (choice === 'send-again') {
          const again = { ...row, desired: { ...row.desired, tapId: deps.newId() } }
          changes.keep(again)
          steps.enqueue(again)
        } else {
          history.end(row.key, isoNow(clock))
          changes.keep({ ...row, desired: null, requested: null })
        }
        return ok(null)
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
