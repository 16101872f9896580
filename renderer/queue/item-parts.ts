import type { StockKey } from '#contract/stock.ts'
import type { TicketItem, TicketOption } from '#contract/ticket.ts'

/** What of an item can be sold out: the product itself (`option` is null) or an option that was chosen. */
export interface ItemPart {
  key: StockKey
  name: string
  option: TicketOption | null
  /** How many of it a single item has. */
  times: number
}

const isOption = (key: StockKey): boolean => key.startsWith('option:')

/**
 * The parts of an item: the product first, then its options in the order of the ticket. The keys of a ticket stand in the
 * order of its options; where the numbers differ, an option is known by its id. `nameOf` is the board's name of a key,
 * which wins over the ticket's. Each key stands once, with all that the item has of it.
 */
export function itemParts(
  item: Pick<TicketItem, 'stockKeys' | 'name' | 'modifiers'>,
  nameOf: (key: StockKey) => string | undefined,
): ItemPart[] {
  const options = item.modifiers.flatMap((modifier) => modifier.options)
  const optionKeys = item.stockKeys.filter(isOption)
  const aligned = optionKeys.length === options.length
  const parts = new Map<StockKey, ItemPart>()
  for (const key of item.stockKeys.filter((one) => !isOption(one)))
    parts.set(key, { key, name: nameOf(key) ?? item.name, option: null, times: 1 })
  for (const [nth, key] of optionKeys.entries()) {
    const ended = options.find(({ id }) => key.endsWith(`/${id}`))
    const option = (aligned ? options[nth] : ended) ?? null
    const name = nameOf(key) ?? option?.name ?? key.slice(key.lastIndexOf('/') + 1)
    const times = (parts.get(key)?.times ?? 0) + (option?.count ?? 1)
    parts.set(key, { key, name, option: parts.get(key)?.option ?? option, times })
  }
  return [...parts.values()]
}
