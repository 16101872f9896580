import type { StockKey } from '#contract/stock/stock.ts'

export const productKey = (productId: string): StockKey => `product:${productId}`

export const optionKey = (modifierId: string, optionId: string): StockKey =>
  `option:${modifierId}/${optionId}`

type Id = string | null | undefined

const withoutNulls = (ids: readonly Id[]): string[] => ids.filter((id) => id != null)

/** All possible keys of a product, in the order of its ids. */
export const productNames = (ids: readonly Id[]): StockKey[] => withoutNulls(ids).map(productKey)

/** All possible keys of an option of a modifier. */
export const optionNames = (modifierIds: readonly Id[], optionIds: readonly Id[]): StockKey[] =>
  withoutNulls(modifierIds).flatMap((modifierId) =>
    withoutNulls(optionIds).map((optionId) => optionKey(modifierId, optionId)),
  )

/** Keys in `MenuItems.names` for a modifier, and for an option whose modifier is unknown. */
export const modifierName = (modifierId: string): string => `modifier:${modifierId}`
export const looseOptionName = (optionId: string): string => optionKey('', optionId)

/** Finds the key for these names, external ids first; null if there are no names. */
export type KeyOf = (names: readonly StockKey[]) => StockKey | null

/** How a store's menus identify and name what is in an order. */
export interface MenuNames {
  readonly keyOf: KeyOf
  /**
   * The menu's name for a product, option or modifier with one of these names; null if no menu has
   * it.
   */
  nameOf(names: readonly string[]): string | null
}

/**
 * Looks for one of the names in the store's menus (`MenuItems.keys`); if none is there, returns the
 * first name.
 */
export const keyAmong = (
  keys: ReadonlyMap<string, StockKey>,
  names: readonly StockKey[],
): StockKey | null =>
  names.map((name) => keys.get(name)).find((key) => key !== undefined) ?? names[0] ?? null

export const sameNames = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): boolean =>
  one.size === other.size && one.entries().every(([name, key]) => other.get(name) === key)
