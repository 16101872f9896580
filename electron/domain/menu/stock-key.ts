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

/** The one key of a thing that goes by these names, the external ids' first; null where it has no name. */
export type KeyOf = (names: readonly StockKey[]) => StockKey | null

/** Finds it among the names that a store's menus know (`MenuItems.keys`); what they do not know keeps its first name. */
export const keyAmong = (
  keys: ReadonlyMap<string, StockKey>,
  names: readonly StockKey[],
): StockKey | null =>
  names.map((name) => keys.get(name)).find((key) => key !== undefined) ?? names[0] ?? null

/** Whether two menus name everything alike. */
export const sameNames = (
  one: ReadonlyMap<string, StockKey>,
  other: ReadonlyMap<string, StockKey>,
): boolean =>
  one.size === other.size && one.entries().every(([name, key]) => other.get(name) === key)
