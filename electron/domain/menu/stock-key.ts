import type { StockKey } from '#contract/stock.ts'

/** The key of a product (contract/stock.ts). */
export const productKey = (productId: string): StockKey => `product:${productId}`

/** The key of an option within a modifier. */
export const optionKey = (modifierId: string, optionId: string): StockKey =>
  `option:${modifierId}/${optionId}`

type Id = string | null | undefined

const known = (ids: readonly Id[]): string[] => ids.filter((id) => id != null)

/** Every name under which a product may be met, in the order of its ids. */
export const productNames = (ids: readonly Id[]): StockKey[] => known(ids).map(productKey)

/** The same of an option within a modifier. */
export const optionNames = (modifierIds: readonly Id[], optionIds: readonly Id[]): StockKey[] =>
  known(modifierIds).flatMap((modifierId) =>
    known(optionIds).map((optionId) => optionKey(modifierId, optionId)),
  )

/** How `MenuItems.names` knows a modifier, and an option of which nobody told whose it is. */
export const modifierName = (modifierId: string): string => `modifier:${modifierId}`
export const looseOptionName = (optionId: string): string => optionKey('', optionId)

/** The one key of a thing that goes by these names, the external ids' first; null where it has no name. */
export type KeyOf = (names: readonly StockKey[]) => StockKey | null

/** What a store's menus say of what an order names. */
export interface MenuNames {
  readonly keyOf: KeyOf
  /** What they call a product, an option or a modifier that goes by one of these names; null where they do not know it. */
  nameOf(names: readonly string[]): string | null
}

/** Finds it among the names that a store's menus know (`MenuItems.keys`); what they do not know keeps its first name. */
export const keyAmong = (
  keys: ReadonlyMap<string, StockKey>,
  names: readonly StockKey[],
): StockKey | null =>
  names.map((name) => keys.get(name)).find((key) => key !== undefined) ?? names[0] ?? null

/** Whether two menus name everything alike. */
export const sameNames = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): boolean =>
  one.size === other.size && one.entries().every(([name, key]) => other.get(name) === key)
