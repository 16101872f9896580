import type {
  TicketItem,
  TicketModifier,
  UnreadPart,
  AllDayCount,
  OrderType,
  Ticket,
} from '#contract/tickets/ticket.ts'
import type { OrderItem } from '#platform/order.ts'
import type { StockKey } from '#contract/stock/stock.ts'
import { isPlaceName } from '#contract/tickets/place-words.ts'
import { productKey, productNames, type MenuNames } from '../menu/stock-key.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { nameless, readChoices } from './choices.ts'
import { itemNotes } from './notes.ts'

/** An item as the kitchen reads it, before anyone strikes it. */
export type PlainItem = Omit<
  TicketItem,
  'struck' | 'work' | 'isBagged' | 'course' | 'isHeld' | 'startsAt'
>

/** A short number counts the items and is no product's id. */
const isCount = (id: string): boolean => /^\d{1,4}$/.test(id)

/**
 * An item's product: its id, its key on the 86 board, the name in the order, and the menu's name. A
 * missing name is null.
 */
export function productOf(item: OrderItem, menu: MenuNames) {
  const { product } = item
  const ids = [
    product?.externalId,
    product?._id,
    product?.productId,
    product?.id,
    product?.importId,
    item.productExternalId,
    item.productId,
    item.externalId,
    item.importId,
  ].filter((id) => id != null)
  const ownName = product?.name?.trim() || null
  // When no id field has a value: the item's own ids, or a name that is an id.
  const guesses = ids.length > 0 ? [] : [item._id, item.id, ownName].filter((id) => id != null)
  const guess = guesses.find((id) => !isCount(id) && menu.nameOf([productKey(id)]) !== null)
  const names = productNames(guess === undefined ? ids : [guess])
  const isId = ownName !== null && [...ids, guess].includes(ownName)
  return {
    id: product?._id ?? ids[0] ?? guess ?? ownName ?? '',
    stockKey: menu.keyOf(names),
    reported: isId && menu.nameOf(names) !== null ? null : ownName,
    onMenu: menu.nameOf(names),
  }
}

/** Rounded, so that tenths add up. */
const rounded = (amount: number): number => Math.round(amount * 1e6) / 1e6

/**
 * How many of each item to make. For an item of a combo: in all of those combos together.
 * `isUnknown` when the amount of the item, or of a combo around it, could not be read.
 */
export function amountsOf(
  items: readonly OrderItem[],
  isUnread: (place: number) => boolean = () => false,
): { amount: number; isUnknown: boolean }[] {
  const around: { amount: number; isUnknown: boolean }[] = []
  return items.map(({ amount, depth }, place) => {
    const outer = depth == null ? undefined : around[depth - 1]
    const isUnknown = isUnread(place) || outer?.isUnknown === true
    const total = rounded((amount ?? 1) * (outer?.amount ?? 1))
    // A combo with an amount of 0 or less still shows what is in it.
    around[depth ?? 0] = { amount: total > 0 ? total : 1, isUnknown }
    return { amount: total, isUnknown }
  })
}

interface Desired {
  key: StockKey
  amount: number
}

/**
 * The products and options of an order that can be sold out, with their amounts. The keys are those
 * of the store's menus, whichever id the order carries. An option counts as often as it was chosen.
 */
export const amountOf = (items: readonly OrderItem[], menu: MenuNames): Desired[] =>
  readItems(items, menu).flatMap(({ stockKey, amount, modifiers }) => {
    const options = modifiers.flatMap((modifier) => modifier.options)
    return [{ stockKey, count: 1 }, ...options].flatMap(({ stockKey: key, count }) =>
      key === null ? [] : [{ key, amount: rounded(amount * count) }],
    )
  })

const nothingUnread = (): UnreadPart[] => []

function commentOf(
  item: OrderItem,
  choices: readonly string[],
  allergies: AllergyReader,
): string | null {
  const parts = [item.comment?.trim() ?? '', ...itemNotes(item, choices, allergies)]
  return parts.filter((part) => part !== '').join(' · ') || null
}

/** The description stands in for missing options, unless it only repeats the comment. */
function withDescription(modifiers: TicketModifier[], item: OrderItem): TicketModifier[] {
  const described = item.description?.trim() ?? ''
  const comment = item.comment?.trim() ?? ''
  const isNews = described !== '' && (comment === '' || !described.includes(comment))
  if (modifiers.length > 0 || !isNews) return modifiers
  return [{ name: '', options: [{ id: described, name: described, count: 1, stockKey: null }] }]
}

/**
 * The items of an order as the kitchen reads them: names, amounts, options with counts. Missing
 * names come from the menu. `unread` returns what could not be read of the item at an index;
 * `defaultOptionField` is as in `readChoices`.
 */
export function readItems(
  items: readonly OrderItem[],
  menu: MenuNames,
  unread: (place: number) => UnreadPart[] = nothingUnread,
  defaultOptionField = '',
  allergies: AllergyReader = standardAllergies,
): PlainItem[] {
  const seen = new Map<string, number>()
  const parts = items.map((_item, place) => unread(place))
  const amounts = amountsOf(items, (place) => parts[place]?.includes('amount') === true)
  const read = items.map((item, place): PlainItem => {
    const { id: productId, stockKey, reported, onMenu } = productOf(item, menu)
    const base = item._id ?? productId
    const nth = (seen.get(base) ?? 0) + 1
    seen.set(base, nth)
    const modifiers = withDescription(readChoices(item, menu, defaultOptionField), item)
    const names = modifiers.flatMap(({ options }) => options.map(({ name }) => name))
    const choices = allergies.wordsIn(names.join('. '), 'menu')
    const comment = commentOf(item, choices, allergies)
    const { amount = 1, isUnknown = false } = amounts[place] ?? {}
    const missing = parts[place] ?? []
    return {
      key: nth === 1 ? base : `${base}#${String(nth)}`,
      productId,
      stockKey,
      name: reported ?? onMenu ?? (item.description?.trim() || productId || nameless),
      ...(reported === null && onMenu !== null && { fromMenu: true as const }),
      ...(item.depth != null && { depth: item.depth }),
      amount,
      modifiers,
      comment,
      allergyWords: [...new Set([...allergies.wordsIn(comment ?? ''), ...choices])],
      unread: [
        ...new Set([
          ...missing,
          ...(isUnknown ? (['amount'] as const) : []),
          ...(modifiers.some(hasUnknown) ? (['choices'] as const) : []),
        ]),
      ],
    }
  })
  return takeOff(read)
}

const hasUnknown = ({ options }: TicketModifier): boolean =>
  options.some(({ isUnknown }) => isUnknown === true)

/**
 * A line of −1 takes one off another line of the same dish. Lines that come to nothing stay with
 * the amount 0, so that the others keep their places (`madeItems`). What is left below zero is for a
 * cook to read.
 */
function takeOff(items: PlainItem[]): PlainItem[] {
  if (items.every(({ amount }) => amount >= 0)) return items
  const left = items.map((item) => ({ ...item }))
  for (const minus of left) {
    if (minus.amount >= 0 || minus.depth !== undefined) continue
    const what = work(minus)
    for (const plus of left) {
      if (plus.amount <= 0 || plus.depth !== undefined || work(plus) !== what) continue
      const amount = Math.min(plus.amount, -minus.amount)
      plus.amount = rounded(plus.amount - amount)
      minus.amount = rounded(minus.amount + amount)
      if (minus.amount === 0) break
    }
  }
  return left
}

/** Whether a line is work for a cook. A till may send lines with the amount 0. */
export const isMade = ({ amount }: Pick<PlainItem, 'amount'>): boolean => amount !== 0

/** The lines that are work for a cook. A combo stays for what is in it. */
export const madeItems = <Item extends PlainItem>(items: Item[]): Item[] =>
  items.every(isMade)
    ? items
    : items.filter((item, at) => isMade(item) || (items[at + 1]?.depth ?? 0) > (item.depth ?? 0))

/** Group names that differ only in a number are sides of one dish: "Pizza 1" and "Pizza 2". */
const withoutNumber = (name: string): string => name.replaceAll(/\d+/g, '')

/** Whether a topping in another group of the dish is other work: halves and sides. */
function isSide({ name }: TicketModifier, all: readonly TicketModifier[]): boolean {
  const base = withoutNumber(name)
  return (
    isPlaceName(name) ||
    (base !== name && all.filter((each) => withoutNumber(each.name) === base).length > 1)
  )
}

/** A cook's work for an item, as text. Two reads with the same result need the same work. */
export function work(item: PlainItem): string {
  const options = item.modifiers.flatMap((modifier) => {
    const side = isSide(modifier, item.modifiers) ? `${modifier.name}: ` : ''
    return modifier.options.map((option) => `${side}${option.id} ${String(option.count)}`)
  })
  return JSON.stringify([item.productId, item.comment, options])
}

/** A dish as text: what it is and how many of it. */
export const strikeMark = (item: PlainItem): string => `${String(item.amount)} ${work(item)}`

/** Whether the kitchen has to make a ticket now, at an ISO instant. */
export const isToBeMade =
  (now: string) =>
  ({ stage, queueAt }: Ticket): boolean =>
    stage === 'new' && queueAt <= now

const isToBeMadeAt = (stations: readonly string[], { work }: TicketItem): boolean =>
  stations.length === 0 ||
  work?.some(({ station, doneAt }) => doneAt === null && stations.includes(station)) !== false

const byCount = <Row extends { name: string; count: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name))

/**
 * How many of each product and option are open: over tickets that are on the wall at `now` (ISO),
 * not bumped and of one of `types`, and dishes of one of `stations` (empty for all). An option counts its own count times the item's
 * amount. Struck items are done and do not count. Largest count first, then by name.
 */
export function countAllDay(
  tickets: Iterable<Ticket>,
  types: readonly OrderType[],
  now: string,
  stations: readonly string[] = [],
): AllDayCount[] {
  const products = new Map<string, { count: number; options: Map<string, number> }>()
  for (const ticket of tickets) {
    if (!isToBeMade(now)(ticket)) continue
    if (types.length > 0 && !types.includes(ticket.type)) continue
    for (const item of ticket.items) {
      if (item.struck || !isToBeMadeAt(stations, item)) continue
      const product = products.get(item.name) ?? { count: 0, options: new Map<string, number>() }
      products.set(item.name, product)
      product.count += item.amount
      for (const { name: group, options } of item.modifiers)
        for (const { name, count } of options) {
          const option = isPlaceName(group) ? `${group}: ${name}` : name
          product.options.set(option, (product.options.get(option) ?? 0) + count * item.amount)
        }
    }
  }
  return byCount(
    [...products].map(([name, { count, options }]) => ({
      name,
      count,
      options: byCount([...options].map(([option, times]) => ({ name: option, count: times }))),
    })),
  )
}
