import type { Ingredient, StockItem, StockKey, StockState } from '#contract/stock.ts'
import { findNames } from '../../locales/fold.ts'
import { stockStateOf, type DeliveryLabel } from '../../state/stock/delivery-label.ts'

/** What an ingredient's switch shows. It is nothing of its own: it follows from the states of its items. */
export interface IngredientState {
  /** `off`: it took off all its items; `partly`: some; `on`: none. */
  position: 'on' | 'off' | 'partly'
  /** How many items it is tied to. */
  total: number
  /** How many it took off. */
  off: number
  /** How many items it changed and still controls, including those on their way back. */
  changed: number
  /** How many of those the platform has confirmed. */
  confirmed: number
  /** When what is off comes back by itself, null for further notice; `several` where that differs. */
  until: string | null | { several: true }
  /** Of those, what waits for a person: the platform said no, or never finished. */
  refused: StockState[]
  undecided: StockState[]
  /** Whether something has not left this kitchen yet. */
  waiting: boolean
}

const stands =
  (...deliveryLabels: readonly DeliveryLabel[]) =>
  (state: StockState): boolean =>
    deliveryLabels.includes(stockStateOf(state))

/** Works out an ingredient's switch. An item that someone else took off is none of its doing. */
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

/** Items in the order in which a person ties them to an ingredient. */
export interface OfferedItems {
  /** Tied already, called like the ingredient, or found. */
  first: StockItem[]
  rest: StockItem[]
}

/**
 * What is offered for an ingredient. A search shows only what it finds. Without one, what is `tied` comes first, then what is
 * called like the ingredient, then the menu. `names` are those of the items, folded once.
 */
export function offerItems(
  items: readonly StockItem[],
  names: readonly string[],
  options: { search: string; ingredientName: string; tied: ReadonlySet<StockKey> },
): OfferedItems {
  const at = (places: readonly number[]) => places.flatMap((nth) => items[nth] ?? [])
  const found = findNames(names, options.search)
  if (found !== null) return { first: at(found), rest: [] }
  const alike = at(findNames(names, options.ingredientName) ?? [])
  const first = new Set([...items.filter(({ key }) => options.tied.has(key)), ...alike])
  return { first: [...first], rest: items.filter((item) => !first.has(item)) }
}
