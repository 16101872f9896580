import type { Ingredient, StockItem, StockKey, StockState } from '#contract/stock/stock.ts'
import { findNames } from '../../locales/match.ts'
import { stockStateOf, type DeliveryLabel } from '../../state/stock/delivery-label.ts'

/**
 * The switch of an ingredient. It has no state of its own: everything is computed from its items.
 */
export interface IngredientState {
  /** `off`: it took off all its items; `partly`: some; `on`: none. */
  position: 'on' | 'off' | 'partly'
  total: number
  off: number
  /** How many items it changed and still controls, including those on their way back. */
  changed: number
  /** How many of those the platform has confirmed. */
  confirmed: number
  /** When the items are back automatically; null for further notice; `several` if that differs. */
  until: string | null | { several: true }
  /** Items that need a decision: rejected, or never finished. */
  refused: StockState[]
  undecided: StockState[]
  /** Whether something was not sent yet. */
  waiting: boolean
}

const stands =
  (...deliveryLabels: readonly DeliveryLabel[]) =>
  (state: StockState): boolean =>
    deliveryLabels.includes(stockStateOf(state))

export function ingredientState(
  { id, keys }: Ingredient,
  stateOf: (key: StockKey) => StockState | undefined,
): IngredientState {
  const changed = keys.flatMap((key) => {
    const state = stateOf(key)
    return state?.ingredientId === id ? [state] : []
  })
  const off = changed.filter(({ state }) => state === 'out')
  const untils = new Set(off.map(({ until }) => until))
  const [until = null] = untils
  return {
    position: off.length === 0 ? 'on' : off.length < keys.length ? 'partly' : 'off',
    total: keys.length,
    off: off.length,
    changed: changed.length,
    confirmed: changed.filter(stands('confirmed')).length,
    until: untils.size > 1 ? { several: true } : until,
    refused: changed.filter(stands('refused')),
    undecided: changed.filter(stands('unknown', 'expired')),
    waiting: changed.some(stands('queued')),
  }
}

export interface OfferedItems {
  /** Already chosen, named like the ingredient, or found. */
  first: StockItem[]
  rest: StockItem[]
}

/**
 * The items to offer for an ingredient. A search shows only its matches. Otherwise the chosen ones
 * are first, then those named like the ingredient, then the rest of the menu. `names` are the
 * items' names, normalized for search.
 */
export function offerItems(
  items: readonly StockItem[],
  names: readonly string[],
  options: { search: string; ingredientName: string; tied: ReadonlySet<StockKey> },
): OfferedItems {
  const at = (places: readonly number[]) => places.flatMap((nth) => items[nth] ?? [])
  const matches = findNames(names, options.search)
  if (matches !== null) return { first: at(matches), rest: [] }
  const alike = at(findNames(names, options.ingredientName) ?? [])
  const first = new Set([...items.filter(({ key }) => options.tied.has(key)), ...alike])
  return { first: [...first], rest: items.filter((item) => !first.has(item)) }
}
