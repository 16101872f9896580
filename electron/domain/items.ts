import type { TicketChange, TicketItem, TicketModifier } from '#contract/ticket.ts'
import type { OrderItem } from '#platform/order.ts'
import type { StockKey } from '#contract/stock.ts'
import { allergyWords } from './allergy.ts'
import { optionKey, productKey } from './stock/key.ts'

/** An item as the kitchen reads it, before anyone struck it. */
export type PlainItem = Omit<TicketItem, 'struck'>

type WireModifier = NonNullable<OrderItem['modifiers']>[number]
type WireOption = NonNullable<WireModifier['options']>[number]

/** How often an option was chosen for a single item. */
const countOf = (modifier: WireModifier, option: WireOption): number =>
  modifier.countById?.[option.optionId ?? ''] ??
  modifier.countByExternalId?.[option.externalId ?? ''] ??
  1

function modifiersOf(item: OrderItem): TicketModifier[] {
  return (item.modifiers ?? [])
    .map((modifier) => ({
      name: modifier.shortName ?? modifier.name ?? '',
      options: (modifier.options ?? []).map((option) => ({
        id: option.optionId ?? option.externalId ?? option.name ?? '',
        name: option.name ?? option.optionId ?? '',
        count: countOf(modifier, option),
      })),
    }))
    .filter((modifier) => modifier.options.length > 0)
}

/**
 * What of an item can be sold out, by external id where there is one (contract/stock.ts), and how much of it the item
 * wants: of each option as often as it was chosen.
 */
export function wantedOf(item: OrderItem): { key: StockKey; amount: number }[] {
  const amount = item.amount ?? 1
  const productId = item.product?.externalId ?? item.product?._id
  const product = productId == null ? [] : [{ key: productKey(productId), amount }]
  const options = (item.modifiers ?? []).flatMap((modifier) =>
    (modifier.options ?? []).flatMap((option) => {
      const modifierId = modifier.externalId ?? modifier.modifierId
      const optionId = option.externalId ?? option.optionId
      return modifierId == null || optionId == null
        ? []
        : [{ key: optionKey(modifierId, optionId), amount: amount * countOf(modifier, option) }]
    }),
  )
  return [...product, ...options]
}

/**
 * The items of an order as the kitchen reads them: names, amounts, options with how often each was
 * chosen (`countById`, public-facts.md 1.17). Where an item has no options, the server's one-line
 * `description` stands in for them (public-facts.md 3.1) unless it only repeats the comment.
 */
export function readItems(items: readonly OrderItem[]): PlainItem[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const productId = item.product?._id ?? item.product?.externalId ?? item.product?.name ?? ''
    const base = item._id ?? productId
    const nth = (seen.get(base) ?? 0) + 1
    seen.set(base, nth)
    const modifiers = modifiersOf(item)
    const comment = item.comment?.trim() || null
    const described = modifiers.length === 0 ? (item.description?.trim() ?? '') : ''
    if (described !== '' && !(comment !== null && described.includes(comment)))
      modifiers.push({ name: '', options: [{ id: described, name: described, count: 1 }] })
    const optionNames = modifiers.flatMap(({ options }) => options.map(({ name }) => name))
    return {
      key: nth === 1 ? base : `${base}#${String(nth)}`,
      productId,
      stockKeys: wantedOf(item).map(({ key }) => key),
      name: item.product?.name ?? item.description ?? productId,
      amount: item.amount ?? 1,
      modifiers,
      comment,
      allergyWords: allergyWords([comment ?? '', ...optionNames].join(' ')),
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
    else if (was.amount !== item.amount) changes.push({ kind: 'amount', ...told })
    else if (work(was) !== work(item)) changes.push({ kind: 'details', ...told })
  }
  for (const was of old.values())
    changes.push({ kind: 'removed', key: was.key, name: was.name, before: was.amount, now: 0 })
  return changes
}
