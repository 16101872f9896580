import type { StockKey } from '#contract/stock/stock.ts'
import type { CardLineItem, CardContent } from '../../state/stations/card-content.ts'
import type { Ticket, TicketItem, TicketNote } from '#contract/tickets/ticket.ts'
import { itemParts } from '../../state/stock/item-parts.ts'

/** Notices around the dishes, at most one of each. */
type SingleNotice =
  | 'allergies'
  | 'unread'
  | 'changed'
  | 'recalled'
  | 'driver'
  | 'payment'
  | 'courses'
  | 'elsewhere'
export type Notice = SingleNotice | 'note'

/** An undivided part of a ticket between its head and its foot. */
export type TicketPart =
  | { notice: SingleNotice }
  | { notice: 'note'; note: TicketNote }
  | { item: CardLineItem }

const saysPayment = ({ label, amountToPay, cashAmount }: Ticket['payment']): boolean =>
  label !== null || (amountToPay ?? 0) !== 0 || cashAmount !== null

/**
 * The parts of a ticket from top to bottom: notices first, then the dishes, then those of other
 * stations.
 */
export function partsOf(ticket: CardContent, showPayment: boolean): TicketPart[] {
  const notices: Record<Exclude<SingleNotice, 'elsewhere'>, boolean> = {
    allergies: ticket.guestAllergies !== null,
    unread: ticket.incomplete,
    changed: ticket.changes.length > 0,
    recalled: ticket.recalledAt !== null,
    driver: ticket.driver !== null,
    payment: showPayment && saysPayment(ticket.payment),
    courses: ticket.coursesText !== undefined,
  }
  const single = (Object.keys(notices) as (keyof typeof notices)[])
    .filter((notice) => notices[notice])
    .map((notice) => ({ notice }))
  const notes = ticket.notes.map((note) => ({ notice: 'note' as const, note }))
  const isAlarm = ({ note }: { note: TicketNote }): boolean => note.allergyWords.length > 0
  return [
    ...notes.filter(isAlarm),
    ...single,
    ...notes.filter((note) => !isAlarm(note)),
    ...ticket.items.map((item) => ({ item })),
    ...(ticket.elsewhere ? [{ notice: 'elsewhere' as const }] : []),
  ]
}

/** The keys of an item's products and options that are sold out, joined as text; usually empty. */
export const soldOutKeys = (item: TicketItem, isOut: (key: StockKey) => boolean): string =>
  itemParts(item)
    .map(({ key }) => key)
    .filter(isOut)
    .join(' ')

/** Everything besides the width that decides a part's height: parts with equal results have equal heights. */
export function contentOf(
  part: TicketPart,
  ticket: CardContent,
  isOut: (key: StockKey) => boolean,
): string {
  if ('item' in part) {
    const { amount, name, fromMenu, depth, modifiers, comment, allergyWords, unread } = part.item
    const { progress, isHeld } = part.item
    const options = modifiers.map((modifier) => [
      modifier.name,
      modifier.fromMenu,
      ...modifier.options.flatMap((option) => [option.name, option.count, option.fromMenu]),
    ])
    const isExpo = progress !== undefined
    const drawn = [
      amount,
      name,
      fromMenu,
      depth,
      options,
      comment,
      allergyWords,
      unread,
      isExpo,
      isHeld,
    ]
    return JSON.stringify([...drawn, soldOutKeys(part.item, isOut)])
  }
  if ('note' in part) return JSON.stringify(part)
  const { changes, driver, payment, elsewhere, coursesText: courses } = ticket
  const drawn = {
    allergies: ticket.guestAllergies,
    unread: null,
    changed: changes,
    recalled: null,
    driver,
    payment,
    courses,
    elsewhere,
  }[part.notice]
  return JSON.stringify([part.notice, drawn])
}
