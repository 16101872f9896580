import type { OrderStatus, StatusOrder } from '#contract/order-status/order-status.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { isToBeMade } from '../tickets/items.ts'

const maxLetters = 12
const graphemes = new Intl.Segmenter()

/**
 * The first name in an order’s name, for a screen that strangers read; null if it may be
 * something else: an address, a telephone, or a surname that comes first ("Soto, Ana").
 */
export function firstName(name: string | null): string | null {
  const [first = '', ...others] = (name ?? '').trim().split(/\s+/u)
  if (/[@\p{N}]/u.test(name ?? '')) return null
  if (first.endsWith(',') && others.length > 0) return null
  const letters = first.replaceAll(/[^\p{L}\p{M}'’-]/gu, '')
  if (!/\p{L}/u.test(letters)) return null
  const whole = [...graphemes.segment(letters)].map(({ segment }) => segment)
  return whole.slice(0, maxLetters).join('')
}

/** Who is called for longer has been at the counter, or won't come: the number makes room. */
const calledForMs = 20 * 60_000

/** As many numbers as a large screen can show. */
const maxOfList = 40

type Lists = Pick<OrderStatus, 'now' | 'preparing' | 'ready' | 'more'>

interface Shown {
  open: readonly Ticket[]
  /** Ready, and neither picked up nor handed over; the oldest first. */
  waiting: readonly Ticket[]
}

/** The guests of a table don't wait at the counter. */
const isForCounter = ({ type }: Ticket): boolean => type !== 'table'

const compareInstants = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1

const preparingSince = ({ queueAt }: Ticket): string => queueAt
const readySince = ({ bump, createdAt }: Ticket): string => bump?.bumpedAt ?? createdAt

const listOf = (
  tickets: readonly Ticket[],
  since: (ticket: Ticket) => string,
  withNames: boolean,
): StatusOrder[] =>
  tickets.slice(0, maxOfList).map((ticket) => ({
    id: ticket.id,
    code: ticket.code,
    name: withNames ? firstName(ticket.buyerName) : null,
    since: since(ticket),
  }))

/** What guests and drivers see at `now` (ISO): numbers, and first names if the manager wants them. */
export function orderStatusOf(shown: Shown, now: string, withNames: boolean): Lists {
  const preparing = shown.open
    .filter(isForCounter)
    .filter(isToBeMade(now))
    .toSorted((one, other) => compareInstants(preparingSince(one), preparingSince(other)))
  const calledSince = new Date(Date.parse(now) - calledForMs).toISOString()
  const ready = shown.waiting
    .filter(isForCounter)
    .filter((ticket) => compareInstants(readySince(ticket), calledSince) > 0)
    .toReversed()
  return {
    now,
    preparing: listOf(preparing, preparingSince, withNames),
    ready: listOf(ready, readySince, withNames),
    more: {
      preparing: Math.max(0, preparing.length - maxOfList),
      ready: Math.max(0, ready.length - maxOfList),
    },
  }
}
