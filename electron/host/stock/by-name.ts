import type { Caller } from '#contract/caller.ts'
import { fold } from '#contract/fold.ts'
import { ok, type Result } from '#contract/result.ts'
import type { StockAct, StockKey } from '#contract/stock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { StockStore } from './store.ts'

type SetItems = (
  input: { tapId: string; keys: StockKey[]; act: StockAct },
  caller: Caller,
) => Result<null> | Promise<Result<null>>

/** The board for whoever knows items only by their names: the chain of the store. */
export function createStockByName(
  { use }: Context,
  store: StockStore,
  changes: StockChanges,
  setItems: SetItems,
) {
  const menus = use(menu)

  /** As a person at a screen with this name. Does nothing for no items. */
  async function set(keys: StockKey[], act: StockAct, tapId: string, by: string) {
    if (keys.length === 0) return ok(null)
    return setItems({ tapId, keys, act }, { screen: '', name: by, role: 'manager' })
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
      // The platform can't be told about an option that belongs to no modifier.
      return [...new Set(keys)].filter((key) => menus.items.wire.has(key))
    },
    /** Sells items out until further notice, unless they are already. */
    async sellOut(keys: readonly StockKey[], tapId: string, by: string): Promise<Result<null>> {
      const isSet = (key: StockKey): boolean => {
        const { desired } = changes.row(key)
        return desired?.state === 'out' && desired.until === null
      }
      const act: StockAct = { kind: 'out', until: { kind: 'notice' } }
      return set(
        keys.filter((key) => !isSet(key)),
        act,
        tapId,
        by,
      )
    },
    /** Puts those back on sale that `of` sold out and nobody has changed since. Returns them. */
    async putBack(
      keys: readonly StockKey[],
      { of, tapId, by }: { of: string; tapId: string; by: string },
    ): Promise<Result<StockKey[]>> {
      const isTaps = (key: StockKey): boolean =>
        [of, tapId].includes(changes.row(key).desired?.tapId ?? '')
      const back = keys.filter(isTaps)
      const done = await set(back, { kind: 'back' }, tapId, by)
      return done.ok ? ok(back) : done
    },
    namesOf(keys: readonly StockKey[]): string[] {
      const names = changes.names()
      return keys.map((key) => names.get(key) ?? key)
    },
    /** How many of these items the platform confirmed as they were set, and how many are otherwise. */
    confirmationOf(keys: readonly StockKey[], isOut: boolean) {
      const states = new Map(changes.states().map((state) => [state.key, state]))
      const found = { accepted: 0, changed: 0 }
      for (const key of keys) {
        const state = states.get(key)
        const delivery = state?.delivery?.state ?? 'confirmed'
        if ((state?.state === 'out') !== isOut) found.changed += 1
        else if (delivery === 'confirmed') found.accepted += 1
      }
      return found
    },
  }
}
