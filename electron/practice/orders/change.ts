import { orderable, type MenuPayload } from '../menu/payload.ts'
import type { Random } from '../random.ts'
import { randomItem } from './items.ts'
import { withItems } from './money.ts'
import type { WireOrder } from './wire.ts'

/** How the items of an order change after it was placed; absent ids and names are picked by chance. */
export type OrderChange =
  | { kind: 'add'; productName?: string }
  | { kind: 'remove'; itemId?: string }
  | { kind: 'amount'; itemId?: string; amount?: number }

/** A change that the order can take: its only item is never removed, what is sold out never added. */
export const randomChange = (order: WireOrder, menu: MenuPayload, random: Random): OrderChange => ({
  kind: random.pick([
    ...(orderable(menu).length > 0 ? (['add'] as const) : []),
    ...(order.items.length > 1 ? (['remove'] as const) : []),
    'amount' as const,
  ]),
})

function nextItemId(order: WireOrder): string {
  const numbers = order.items.map(({ _id }) => Number(_id.replace(/\D/g, '')))
  return `it${Math.max(0, ...numbers) + 1}`
}

/** The order after a change, its sums right. Throws for an item or a product that is not there. */
export function changed(
  order: WireOrder,
  change: OrderChange,
  menu: MenuPayload,
  random: Random,
): WireOrder {
  if (change.kind === 'add') {
    const { productName } = change
    const fitting =
      productName === undefined
        ? orderable(menu)
        : menu.products.filter(({ name }) => name === productName)
    const item = randomItem(nextItemId(order), menu, random, random.pick(fitting))
    return withItems(order, [...order.items, item])
  }
  const { itemId = random.pick(order.items)._id } = change
  const item = order.items.find(({ _id }) => _id === itemId)
  if (item === undefined) throw new Error(`order ${order.code} has no item ${itemId}`)
  const others = order.items.filter((each) => each !== item)
  if (change.kind === 'remove') return withItems(order, others)
  const amount = change.amount ?? (item.amount > 1 && random.chance(0.5) ? 1 : item.amount + 1)
  return withItems(
    order,
    order.items.map((each) => (each === item ? { ...item, amount } : each)),
  )
}
