import type { StockKey } from '#contract/stock/stock.ts'
import type { TicketItem, TicketOption } from '#contract/tickets/ticket.ts'

/** What can be sold out of an item: the product itself (`option` is null) or a chosen option. */
export interface ItemPart {
  key: StockKey
  name: string
  option: TicketOption | null
  /** How many of it a single item has. */
  times: number
}

type SellableItem = Pick<TicketItem, 'stockKey' | 'name' | 'modifiers'>

/**
 * The sellable things in an item: the product first, then its options in ticket order. `nameOf`
 * returns the board's name of a key, which takes precedence over the ticket's. Each key appears
 * once, with its total amount.
 */
export function itemParts(
  { stockKey, name, modifiers }: SellableItem,
  nameOf: (key: StockKey) => string | undefined = () => undefined,
): ItemPart[] {
  const parts = new Map<StockKey, ItemPart>()
  const add = (key: StockKey | null, own: string, option: TicketOption | null): void => {
    if (key === null) return
    const part = parts.get(key) ?? { key, name: nameOf(key) ?? own, option, times: 0 }
    parts.set(key, { ...part, times: part.times + (option?.count ?? 1) })
  }
  add(stockKey, name, null)
  for (const option of modifiers.flatMap(({ options }) => options))
    add(option.stockKey, option.name, option)
  return [...parts.values()]
}
