import type { OrderChange, OrderType, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { matchLines } from '../tickets/item-changes.ts'
import { work } from '../tickets/items.ts'
import { compareOrders } from '../tickets/order-changes.ts'
import { reportedOrder } from '../tickets/ticket-changes.ts'

/** A dish as it was when a printer last printed something about its ticket. */
export interface PrintedDish {
  key: string
  name: string
  /** Null if it could not be read. */
  amount: number | null
  /** A hash of what a cook does for it, because it may contain the guest's words. */
  mark: string
  /** Empty in a kitchen without stations. */
  stations: string[]
}

export type DishChange =
  | { kind: 'added' | 'removed' | 'details'; key: string; was: PrintedDish | null }
  | {
      kind: 'amount'
      key: string
      was: PrintedDish
      before: number
      now: number
      /** Something else about it has changed, too. */
      hasDetails: boolean
    }

type IsOwn = (dish: Pick<PrintedDish, 'stations'>) => boolean

export const stationsOf = ({ work: at = [] }: Pick<TicketItem, 'work'>): string[] =>
  at.map(({ station }) => station)

export const printedDishes = ({ items }: Ticket, hash: (text: string) => string): PrintedDish[] =>
  items.map((item) => ({
    key: item.key,
    name: item.name,
    amount: item.unread.includes('amount') ? null : item.amount,
    mark: hash(work(item)),
    stations: stationsOf(item),
  }))

function changeOf(was: PrintedDish, now: PrintedDish): DishChange | null {
  const { key } = now
  const hasDetails = was.mark !== now.mark || (was.amount === null) !== (now.amount === null)
  if (was.amount !== null && now.amount !== null && was.amount !== now.amount)
    return { kind: 'amount', key, was, before: was.amount, now: now.amount, hasDetails }
  return hasDetails ? { kind: 'details', key, was } : null
}

/** The same dish has the same line on paper, whatever its id is now. */
const lineOf = ({ key, name, mark, amount }: PrintedDish) => ({ key, name, work: mark, amount })

/**
 * What has changed for some stations. A dish that only moved to another station because of a new
 * rule has not changed; a changed dish that moved is removed for one and added for the other.
 */
export function dishChanges(
  before: readonly PrintedDish[],
  now: readonly PrintedDish[],
  isOwn: IsOwn,
): DishChange[] {
  const former = matchLines(before.map(lineOf), now.map(lineOf))
  const changes = now.flatMap((dish, at): DishChange[] => {
    const { key } = dish
    const place = former[at] ?? null
    const was = place === null ? null : (before[place] ?? null)
    if (was === null) return isOwn(dish) ? [{ kind: 'added', key, was }] : []
    const change = changeOf(was, dish)
    if (change === null || (!isOwn(was) && !isOwn(dish))) return []
    if (!isOwn(dish)) return [{ kind: 'removed', key, was }]
    return [isOwn(was) ? change : { kind: 'added', key, was: null }]
  })
  const removed = before
    .filter((dish, at) => !former.includes(at) && isOwn(dish))
    .map((was): DishChange => ({ kind: 'removed', key: was.key, was }))
  return [...changes, ...removed]
}

/** What a printer has printed of an order besides its dishes; texts of guests as hashes. */
export interface PrintedOrder {
  type: OrderType
  promisedAt: string
  buyer: string | null
  notes: string[]
}

export function printedOrder(ticket: Ticket, hash: (text: string) => string): PrintedOrder {
  const { type, promisedAt, buyer, notes } = reportedOrder(ticket)
  return { type, promisedAt, buyer: buyer && hash(buyer), notes: notes.map(hash) }
}

/** The changes of an order besides its dishes since a printout. A note that is gone has no text. */
export function orderChangesSince(
  printed: PrintedOrder,
  ticket: Ticket,
  hash: (text: string) => string,
): OrderChange[] {
  const now = reportedOrder(ticket)
  const textByHash = new Map(now.notes.map((text) => [hash(text), text]))
  const before = {
    ...printed,
    buyer: now.buyer !== null && hash(now.buyer) === printed.buyer ? now.buyer : printed.buyer,
    notes: printed.notes.map((each) => textByHash.get(each) ?? ''),
  }
  return compareOrders(before, now, ticket.notes)
}
