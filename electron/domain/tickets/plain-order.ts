import type { TicketNote } from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Delivery, Order } from '#platform/order.ts'
import type { MenuNames } from '../menu/stock-key.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { readItems, type PlainItem } from './items.ts'
import { currentDeliveries, currentOrder, type OrderFacts } from './order-facts.ts'
import { orderNotes } from './notes.ts'
import { unreadNow, unreadParts } from './unread.ts'

/**
 * What an order says, as a cook reads it. It is the same until the platform says something else, or
 * the menu or the words for allergies change.
 */
export interface PlainOrder {
  facts: OrderFacts
  /** The order as it is now, without its deliveries. */
  order: Partial<Order>
  deliveries: readonly Partial<Delivery>[]
  /** Paths that are still unread. */
  unread: readonly string[]
  items: readonly PlainItem[]
  /** The items as the order was first reported; null if nobody knows. */
  firstItems: readonly PlainItem[] | null
  notes: TicketNote[]
}

/** `menu` has the menu's names of items; `allergies` finds what suggests an allergy. */
export function plainOrder(
  facts: OrderFacts,
  menu: MenuNames,
  dialect: Pick<Dialect, 'defaultOptionField'>,
  allergies: AllergyReader = standardAllergies,
): PlainOrder {
  const [order, deliveries] = [currentOrder(facts), currentDeliveries(facts)]
  const unread = unreadNow(facts.layers)
  const items = readItems(
    order.items ?? [],
    menu,
    unreadParts(unread),
    dialect.defaultOptionField,
    allergies,
  )
  return {
    ...{ facts, order, deliveries, unread, items },
    firstItems: firstItemsOf({ facts, order, unread, items }, menu, allergies),
    notes: orderNotes(order, deliveries, allergies),
  }
}

function firstItemsOf(
  { facts, order, unread, items }: Pick<PlainOrder, 'facts' | 'order' | 'unread' | 'items'>,
  menu: MenuNames,
  allergies: AllergyReader,
): PlainOrder['firstItems'] {
  const first = facts.firstItems
  if (first === null) return null
  // Most orders never change. Reading their items a second time would cost as much as the rest.
  const isRead = first.unread.length + unread.length === 0
  if (isRead && JSON.stringify(first.items) === JSON.stringify(order.items)) return items
  return readItems(first.items, menu, unreadParts(first.unread), '', allergies)
}
