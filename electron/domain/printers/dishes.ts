import type { Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { work } from '../tickets/items.ts'

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
  | { kind: 'amount'; key: string; was: PrintedDish; before: number; now: number }

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

const amountChange = (was: PrintedDish, now: PrintedDish): DishChange | null =>
  was.amount === null || now.amount === null || was.amount === now.amount
    ? null
    : { kind: 'amount', key: now.key, was, before: was.amount, now: now.amount }

function changeOf(was: PrintedDish, now: PrintedDish): DishChange | null {
  const details = { kind: 'details', key: now.key, was } as const
  if (was.mark !== now.mark || (was.amount === null) !== (now.amount === null)) return details
  return amountChange(was, now)
}

/**
 * What has changed for some stations. A dish that only moved to another station because of a new
 * rule has not changed; a changed dish that moved is removed for one and added for the other.
 */
export function dishChanges(
  before: readonly PrintedDish[],
  now: readonly PrintedDish[],
  isOwn: IsOwn,
): DishChange[] {
  const old = new Map(before.map((dish) => [dish.key, dish]))
  const changes = now.flatMap((dish): DishChange[] => {
    const { key } = dish
    const was = old.get(key) ?? null
    old.delete(key)
    if (was === null) return isOwn(dish) ? [{ kind: 'added', key, was }] : []
    const change = changeOf(was, dish)
    if (change === null || (!isOwn(was) && !isOwn(dish))) return []
    if (!isOwn(dish)) return [{ kind: 'removed', key, was }]
    return [isOwn(was) ? change : { kind: 'added', key, was: null }]
  })
  const removed = [...old.values()]
    .filter(isOwn)
    .map((was): DishChange => ({ kind: 'removed', key: was.key, was }))
  return [...changes, ...removed]
}
