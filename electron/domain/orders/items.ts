import type { TicketChange, TicketItem, TicketModifier, UnreadPart } from '#contract/ticket.ts'
import type { OrderItem } from '#platform/order.ts'
import type { StockKey } from '#contract/stock.ts'
import { allergyWords } from './allergy.ts'
import { optionNames, productNames, type KeyOf } from '../menu/stock-key.ts'

/** An item as the kitchen reads it, before anyone struck it. */
export type PlainItem = Omit<TicketItem, 'struck'>

type WireModifier = NonNullable<OrderItem['modifiers']>[number]
type WireOption = NonNullable<WireModifier['options']>[number]

/** What stands for a name that nobody told: a cook sees that something is there. */
const nameless = '?'

/** How often an option was chosen for a single item. */
const countOf = (modifier: WireModifier, option: WireOption): number =>
  modifier.countById?.[option.optionId ?? ''] ??
  modifier.countByExternalId?.[option.externalId ?? ''] ??
  1

/** What an item's product, or an option of it, is on the board, by the key that the store's menus give it. */
const productKeyOf = ({ product }: OrderItem, keyOf: KeyOf): StockKey | null =>
  keyOf(productNames([product?.externalId, product?._id]))
const optionKeyOf = (modifier: WireModifier, option: WireOption, keyOf: KeyOf): StockKey | null =>
  keyOf(
    optionNames([modifier.externalId, modifier.modifierId], [option.externalId, option.optionId]),
  )

function modifiersOf(item: OrderItem, keyOf: KeyOf): TicketModifier[] {
  return (item.modifiers ?? [])
    .map((modifier) => ({
      name: modifier.shortName ?? modifier.name ?? '',
      options: (modifier.options ?? []).map((option) => ({
        id: option.optionId ?? option.externalId ?? option.name ?? '',
        name: option.name ?? option.optionId ?? nameless,
        count: countOf(modifier, option),
        stockKey: optionKeyOf(modifier, option, keyOf),
      })),
    }))
    .filter((modifier) => modifier.options.length > 0)
}

/** So many of something that can be sold out. */
export interface Wanted {
  key: StockKey
  amount: number
}

/**
 * What of an item can be sold out, by the key that the store's menus give it (`keyOf`) whichever of its ids the order
 * carries, and how much of it the item wants: of each option as often as it was chosen.
 */
export function wantedOf(item: OrderItem, keyOf: KeyOf): Wanted[] {
  const amount = item.amount ?? 1
  const wanted = (key: StockKey | null, times: number): Wanted[] =>
    key === null ? [] : [{ key, amount: amount * times }]
  const options = (item.modifiers ?? []).flatMap((modifier) =>
    (modifier.options ?? []).flatMap((option) =>
      wanted(optionKeyOf(modifier, option, keyOf), countOf(modifier, option)),
    ),
  )
  return [...wanted(productKeyOf(item, keyOf), 1), ...options]
}

const nothingUnread = (): UnreadPart[] => []

/**
 * The items of an order as the kitchen reads them: names, amounts, options with how often each was
 * chosen (`countById`). Where an item has no options, the server's one-line `description` stands in for them unless
 * it only repeats the comment. `unread` knows what could not be read of each, by its place.
 */
export function readItems(
  items: readonly OrderItem[],
  keyOf: KeyOf,
  unread: (place: number) => UnreadPart[] = nothingUnread,
): PlainItem[] {
  const seen = new Map<string, number>()
  return items.map((item, place) => {
    const productId = item.product?._id ?? item.product?.externalId ?? item.product?.name ?? ''
    const base = item._id ?? productId
    const nth = (seen.get(base) ?? 0) + 1
    seen.set(base, nth)
    const modifiers = modifiersOf(item, keyOf)
    const comment = item.comment?.trim() || null
    const described = modifiers.length === 0 ? (item.description?.trim() ?? '') : ''
    if (described !== '' && !(comment !== null && described.includes(comment)))
      modifiers.push({
        name: '',
        options: [{ id: described, name: described, count: 1, stockKey: null }],
      })
    const optionNames = modifiers.flatMap(({ options }) => options.map(({ name }) => name))
    return {
      key: nth === 1 ? base : `${base}#${String(nth)}`,
      productId,
      stockKey: productKeyOf(item, keyOf),
      name: item.product?.name ?? item.description ?? (productId || nameless),
      amount: item.amount ?? 1,
      modifiers,
      comment,
      allergyWords: allergyWords([comment ?? '', ...optionNames].join(' ')),
      unread: unread(place),
    }
  })
}

/** What makes two readings of an item the same work for a cook. */
export function work(item: PlainItem): string {
  const options = item.modifiers.flatMap((modifier) =>
    modifier.options.map((option) => `${option.id} ${String(option.count)}`),
  )
  return JSON.stringify([item.productId, item.comment, options])
}

/** Whether an amount is known; items that were acknowledged by an older version have no word of it. */
const hasAmount = ({ unread }: Partial<Pick<PlainItem, 'unread'>>): boolean =>
  unread?.includes('amount') !== true

/** What changed between two readings of an order's items, in the order in which a cook reads them. */
export function compareItems(
  before: readonly PlainItem[],
  now: readonly PlainItem[],
): TicketChange[] {
  const old = new Map(before.map((item) => [item.key, item]))
  const changes: TicketChange[] = []
  for (const item of now) {
    const was = old.get(item.key)
    old.delete(item.key)
    const told = { key: item.key, name: item.name, before: was?.amount ?? 0, now: item.amount }
    if (was === undefined) changes.push({ kind: 'added', ...told })
    else if (was.amount !== item.amount && hasAmount(was) && hasAmount(item))
      changes.push({ kind: 'amount', ...told })
    else if (work(was) !== work(item) || hasAmount(was) !== hasAmount(item))
      changes.push({ kind: 'details', ...told })
  }
  for (const was of old.values())
    changes.push({ kind: 'removed', key: was.key, name: was.name, before: was.amount, now: 0 })
  return changes
}
