import { fold } from '#contract/fold.ts'
import { ok, type Result } from '#contract/result.ts'
import type { StockAct, StockKey } from '#contract/stock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { SetBy, stockCommands } from './commands.ts'
import type { StockStore } from './store.ts'

/** The instruction, and the person that gave it. */
interface Tap {
  tapId: string
  by: string
}

const outUntilNotice: StockAct = { kind: 'out', until: { kind: 'notice' } }

/** The board for whoever knows items only by their names: the chain of the store. */
export function createStockByName(
  { use }: Context,
  store: StockStore,
  changes: StockChanges,
  setItems: ReturnType<typeof stockCommands>['setByChain'],
) {
  const menus = use(menu)

  const desiredOf = (key: StockKey) => changes.row(key).desired

  /** Does nothing for no items. */
  async function set(keys: StockKey[], act: StockAct, tapId: string, by: SetBy) {
    return keys.length === 0 ? ok(null) : setItems({ tapId, keys, act }, by)
  }

  /** Whether people here have sold it out until further notice. */
  function wasOut(key: StockKey): boolean {
    const desired = desiredOf(key)
    return desired?.state === 'out' && desired.until === null && desired.byChain !== 'from-sale'
  }

  return {
    /** Items of this name; for an ingredient also all items that have it. */
    keysNamed(what: 'item' | 'ingredient', name: string): StockKey[] {
      const sought = fold(name)
      const items = menus.items.items.filter((each) => fold(each.name) === sought)
      const ingredients =
        what === 'item' ? [] : store.ingredients.all().filter((each) => fold(each.name) === sought)
      const keys = [
        ...items.map(({ key }) => key),
        ...ingredients.flatMap((each) => each.keys.map(menus.canonical)),
      ]
      // The platform can't address an option that belongs to no modifier.
      return [...new Set(keys)].filter((key) => menus.items.wire.has(key))
    },
    /** Sells items out until further notice, also those that people here had sold out. */
    async sellOut(keys: readonly StockKey[], { tapId, by }: Tap): Promise<Result<null>> {
      const { out = [], other = [] } = Object.groupBy(keys, (key) =>
        wasOut(key) ? 'out' : 'other',
      )
      const done = await set(out, outUntilNotice, tapId, { name: by, byChain: 'was-out' })
      return done.ok ? set(other, outUntilNotice, tapId, { name: by, byChain: 'from-sale' }) : done
    },
    /**
     * Ends what the instruction `of` did with items that nobody has changed since. Those that were
     * out before it stay out, and the others are returned: they are back on sale.
     */
    async putBack(
      keys: readonly StockKey[],
      of: string,
      { tapId, by }: Tap,
    ): Promise<Result<StockKey[]>> {
      const still = keys.filter((key) => desiredOf(key)?.tapId === of)
      const { out = [], other = [] } = Object.groupBy(still, (key) =>
        desiredOf(key)?.byChain === 'was-out' ? 'out' : 'other',
      )
      const stayed = await set(out, outUntilNotice, tapId, { name: by })
      if (!stayed.ok) return stayed
      const back = await set(other, { kind: 'back' }, tapId, { name: by })
      const isBack = (key: StockKey): boolean => {
        const desired = desiredOf(key)
        return desired?.tapId === tapId && desired.state === 'on-sale'
      }
      return back.ok ? ok(keys.filter(isBack)) : back
    },
    namesOf(keys: readonly StockKey[]): string[] {
      const names = changes.names()
      return keys.map((key) => names.get(key) ?? key)
    },
    /** How many of these items the platform confirmed as they were set, and how many are otherwise. */
    confirmationOf(keys: readonly StockKey[], isOut: boolean) {
      const states = new Map(changes.states().map((state) => [state.key, state]))
      const found = { confirmed: 0, changed: 0 }
      for (const key of keys) {
        const state = states.get(key)
        const delivery = state?.delivery?.state ?? 'confirmed'
        if ((state?.state === 'out') !== isOut) found.changed += 1
        else if (delivery === 'confirmed') found.confirmed += 1
      }
      return found
    },
  }
}
