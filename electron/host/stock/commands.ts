import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '#contract/caller.ts'
import type { Input } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { StockAct, StockKey } from '#contract/stock.ts'
import { availabilityAfter } from '#domain/stock/availability.ts'
import type { Desired } from '#domain/stock/row.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'

type StockCommands = Pick<
  HandlersOf<'stock'>,
  'stock.set' | 'stock.setIngredient' | 'stock.saveIngredient' | 'stock.removeIngredient'
>

/** Who wants it. */
export type SetBy = Pick<Caller, 'name'> & Pick<Desired, 'byChain'>

/** Items per transaction, so that a large change doesn't block other work. */
const itemsATurn = 300

export function stockCommands(
  context: Context,
  store: StockStore,
  changes: StockChanges,
  steps: StockSteps,
  watch: StockWatch,
): {
  handlers: StockCommands
  /** As `stock.set`, for the chain of this store. */
  setByChain(input: Input<'stock.set'>, by: SetBy): Promise<Result<null>>
} {
  const { db, clock, newId, notify } = context
  const { ingredients } = store
  const menus = context.use(menu)

  function change(key: StockKey, name: string, desired: Desired): void {
    const before = changes.row(key)
    if (before.desired?.tapId === desired.tapId) return
    const row = { ...before, desired }
    changes.keep(row)
    store.history.note(key, name, desired)
    steps.enqueue(row)
  }

  /**
   * Large changes run one after the other, so that the later one decides the state of every item.
   */
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(() => context.gradually(work))
    last = done.catch(() => undefined)
    return done
  }

  /**
   * Changes a whole menu in several transactions. If a crash interrupts it, repeating the tap
   * changes only the remaining items.
   */
  async function setItems(
    keys: readonly StockKey[],
    { tapId, act }: { tapId: string; act: StockAct },
    ingredientId: string | null,
    { name, byChain }: SetBy,
  ): Promise<Result<null>> {
    // The platform can't address an option that belongs to no modifier.
    const isNameless = (key: StockKey): boolean =>
      menus.items.available.has(key) && !menus.items.wire.has(key)
    const named = [...new Set(keys.map(menus.canonical))].filter((key) => !isNameless(key))
    if (named.length === 0 && keys.length > 0) return fail('not-found', 'no modifier has it')
    const after = availabilityAfter(act, {
      now: clock.now(),
      timeZone: context.timeZone(),
      hours: menus.hours,
    })
    if (!after.ok) return after
    const desired = {
      ...{ ...after.value, tapId, ingredientId, setAt: isoNow(clock), setBy: name },
      ...(byChain && { byChain }),
    }
    const names = changes.names()
    for (let at = 0; at < named.length; at += itemsATurn) {
      if (at > 0) await nextTurn()
      if (watch.isClosed()) return fail('storage', 'closed meanwhile')
      db.transact(() => {
        for (const key of named.slice(at, at + itemsATurn))
          change(key, names.get(key) ?? key, desired)
      })
    }
    watch.check()
    return ok(null)
  }

  const handlers: StockCommands = {
    'stock.set': (input, { name }) => inTurn(() => setItems(input.keys, input, null, { name })),
    'stock.setIngredient': (input, { name }) =>
      inTurn(async () => {
        const ingredient = ingredients.get(input.ingredientId)
        if (ingredient === null) return fail('not-found')
        const isBack = input.act.kind === 'back'
        const keys = ingredient.keys.map(menus.canonical).filter((key) => {
          const { desired } = changes.row(key)
          const isOff = desired !== null && desired.state !== 'on-sale'
          // Sells out only items that are not out already, and puts only those back on sale.
          return isBack ? isOff && desired.ingredientId === ingredient.id : !isOff
        })
        return setItems(keys, input, isBack ? null : ingredient.id, { name })
      }),
    'stock.saveIngredient': ({ id, name, keys }) =>
      db.transact(() => {
        if (id !== null && ingredients.get(id) === null) return fail('not-found')
        const canonical = [...new Set(keys.map(menus.canonical))]
        const ingredient = { id: id ?? newId(), name, keys: canonical }
        ingredients.put(ingredient)
        notify({ type: 'stock.replaced' })
        return ok(ingredient)
      }),
    'stock.removeIngredient': ({ ingredientId }) =>
      db.transact(() => {
        if (!ingredients.remove(ingredientId)) return fail('not-found')
        notify({ type: 'stock.replaced' })
        return ok(null)
      }),
  }
  return {
    handlers,
    setByChain: (input, by) => inTurn(() => setItems(input.keys, input, null, by)),
  }
}
