import type { StockKey } from '#contract/stock.ts'
import type { Ticket, TicketItem } from '#contract/ticket.ts'
import { itemParts } from '../../state/stock/item-parts.ts'

/** What is said above the dishes. */
export type Notice = 'allergies' | 'unread' | 'changed' | 'recalled' | 'driver' | 'payment'

/** What stands between the head and the foot of a ticket, each drawn whole. */
export type TicketPart = { notice: Notice } | { item: TicketItem }

const saysPayment = ({ label, amountToPay, cashAmount }: Ticket['payment']): boolean =>
  label !== null || (amountToPay ?? 0) !== 0 || cashAmount !== null

/** The parts of a ticket from top to bottom: what is to be known first, then the dishes. */
export function partsOf(ticket: Ticket, showPayment: boolean): TicketPart[] {
  const notices: Record<Notice, boolean> = {
    allergies: ticket.guestAllergies !== null,
    unread: ticket.incomplete,
    changed: ticket.changes.length > 0,
    recalled: ticket.recalledAt !== null,
    driver: ticket.driver !== null,
    payment: showPayment && saysPayment(ticket.payment),
  }
  return [
    ...(Object.keys(notices) as Notice[])
      .filter((notice) => notices[notice])
      .map((notice) => ({ notice })),
    ...ticket.items.map((item) => ({ item })),
  ]
}

/** What of an item is sold out, as text: most items have nothing of it. */
export const outOf = (item: TicketItem, isOut: (key: StockKey) => boolean): string =>
  itemParts(item)
    .map(({ key }) => key)
    .filter(isOut)
    .join(' ')

/** All that the height of a part depends on besides its width: parts that say the same are as high. */
export function sayingOf(
  part: TicketPart,
  ticket: Ticket,
  isOut: (key: StockKey) => boolean,
): string {
  if ('item' in part) {
    const { amount, name, modifiers, comment, allergyWords, unread } = part.item
    const options = modifiers.map((modifier) => [
      modifier.name,
      ...modifier.options.flatMap((option) => [option.name, option.count]),
    ])
    const said = [amount, name, options, comment, allergyWords, unread]
    return JSON.stringify([...said, outOf(part.item, isOut)])
  }
  const { changes, driver, payment, guestAllergies: allergies } = ticket
  const said = { allergies, unread: null, changed: changes, recalled: null, driver, payment }[
    part.notice
  ]
  return JSON.stringify([part.notice, said])
}
