import type {
  Bump,
  OrderType,
  Ticket,
  TicketChange,
  TicketStage,
} from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Order } from '#platform/order.ts'
import { readDriver } from './driver.ts'
import { compareItems, readItems, work, type PlainItem } from './items.ts'
import { currentDeliveries, currentOrder, saidAt, type Known } from './order-facts.ts'
import { orderNotes } from './order-notes.ts'
import { hidesWork, unreadNow, unreadParts } from './unread.ts'
import type { MenuNames } from '../menu/stock-key.ts'

/** What the store decided about its clocks (contract, Settings). */
interface LatenessRules {
  amberShare: number
  fallbackPreparationMinutes: number
}

/** What an order says about time: ISO instants and minutes. */
interface Timing {
  createdAt: string
  deliverAt: string | null
  preparationMinutes: number | null
  scheduled: boolean
}

interface Promised {
  promisedAt: string
  queueAt: string
  amberAt: string
}

const minute = 60_000

/**
 * When a ticket joins the queue, turns amber and turns red. The promise is `deliverAt`: in the documented
 * samples it is creation plus preparation, so the moment at which the food must leave. Without it, creation
 * plus preparation. Amber comes after `amberShare` of the time between joining the queue and the promise.
 */
export function promise(timing: Timing, rules: LatenessRules): Promised {
  const created = Date.parse(timing.createdAt)
  const preparation = (timing.preparationMinutes ?? rules.fallbackPreparationMinutes) * minute
  const promised = timing.deliverAt === null ? created + preparation : Date.parse(timing.deliverAt)
  const queued = timing.scheduled ? Math.max(created, promised - preparation) : created
  const amber = queued + Math.max(0, promised - queued) * rules.amberShare
  return {
    promisedAt: new Date(promised).toISOString(),
    queueAt: new Date(queued).toISOString(),
    amberAt: new Date(Math.min(amber, promised)).toISOString(),
  }
}

/** What the kitchen itself knows of an order: its own marks, which no message of the platform touches. */
export interface Marks {
  receivedAt: string
  /** Work that was struck, by item key: an item that changes is not struck any more. */
  struck: Record<string, string>
  /** The items as a cook last acknowledged them; null before any acknowledgement. */
  acknowledgedItems: PlainItem[] | null
  cancellationAcknowledged: boolean
  /** When a cook began with it, ISO. */
  startedAt: string | null
  /** When it was called back to the queue, ISO; null once it is bumped again. */
  recalledAt: string | null
  /** How often somebody called it back to the queue. */
  recalls: number
  /** How often a driver who was to fetch it left, as far as it was seen here. */
  driversLost: number
  /** When it left the queue, ISO; null while it is on it. */
  leftAt: string | null
}

export const freshMarks = (receivedAt: string): Marks => ({
  receivedAt,
  struck: {},
  acknowledgedItems: null,
  cancellationAcknowledged: false,
  startedAt: null,
  recalledAt: null,
  recalls: 0,
  driversLost: 0,
  leftAt: null,
})

const isOneOf = (words: string, word: string | null | undefined): boolean =>
  word !== null && word !== undefined && words.split(' ').includes(word)

function orderType(order: Partial<Order>, hasDelivery: boolean, dialect: Dialect): OrderType {
  switch (order.deliveryType) {
    case dialect.deliveryTypeDelivery:
      return 'delivery'
    case dialect.deliveryTypePickup:
      return 'pickup'
    case dialect.deliveryTypeTable:
      return 'table'
    default:
      // The delivery event may leave deliveryType out (platform/README.md, Events).
      return hasDelivery && !order.deliveryType ? 'delivery' : 'other'
  }
}

function cancellationReason(order: Partial<Order>, dialect: Dialect): string | null {
  const info = order['cancellationInfo']
  if (typeof info !== 'object' || info === null) return null
  const reported = new Map(Object.entries(info))
  for (const field of dialect.cancellationReasonFields.split(' ')) {
    const reason: unknown = reported.get(field)
    if (typeof reason === 'string' && reason !== '') return reason
  }
  return null
}

/** What is not as it was first told, or as a cook last acknowledged it. */
function changesOf(
  { firstItems: first }: Known,
  marks: Marks,
  reported: { order: Partial<Order>; unread: readonly string[]; items: readonly PlainItem[] },
  menu: MenuNames,
): TicketChange[] {
  if (marks.acknowledgedItems !== null) return compareItems(marks.acknowledgedItems, reported.items)
  if (first === null) return compareItems([], reported.items)
  // Most orders never change: to read their items a second time would cost as much as the rest of the ticket.
  const isRead = first.unread.length + reported.unread.length === 0
  if (isRead && JSON.stringify(first.items) === JSON.stringify(reported.order.items)) return []
  return compareItems(readItems(first.items, menu, unreadParts(first.unread)), reported.items)
}

/**
 * The ticket, worked out from all that is known of an order, from the kitchen's own marks and from its bump. Pure: the same
 * knowledge, marks and bump give the same ticket, whatever came first. What a status means is the dialect's, since only
 * `pending` is specified (platform/README.md, Orders); `menu` knows what the menu calls an item. With `now` (epoch
 * milliseconds) a driver who is planned becomes one who is sought.
 */
export function buildTicket(
  id: string,
  known: Known,
  marks: Marks,
  bump: Bump | null,
  rules: LatenessRules,
  dialect: Dialect,
  menu: MenuNames,
  now: number,
): Ticket {
  const order = currentOrder(known)
  const deliveries = currentDeliveries(known)
  const hadDriver = (each: string) => Object.hasOwn(known.firstDrivers, each)
  const driver = readDriver(deliveries, { dialect, hadDriver, now })
  const unread = unreadNow(known.layers)
  const items = readItems(order.items ?? [], menu, unreadParts(unread))
  const cancelled = isOneOf(dialect.statusesCancelled, order.orderStatus)
  const bornCancelled = isOneOf(dialect.statusesCancelled, known.firstStatus?.status)
  const gone =
    isOneOf(dialect.statusesHandedOver, order.orderStatus) ||
    ['picked-up', 'near-client', 'delivered'].includes(driver?.stage ?? '')
  const createdAt = order.createdAt ?? marks.receivedAt
  const preparationMinutes = order.expectedPreparationDuration ?? null
  const scheduled = order.isScheduled ?? false
  const timing = { createdAt, deliverAt: order.deliverAt ?? null, preparationMinutes, scheduled }
  const stage: TicketStage = cancelled
    ? 'cancelled'
    : gone
      ? 'handed-over'
      : bump === null
        ? 'new'
        : 'ready'
  return {
    id,
    code: order.code ?? order.fullCode ?? id.slice(-6),
    type: orderType(order, deliveries.length > 0, dialect),
    source: order.source ?? null,
    buyerName: order.buyerName ?? null,
    stage,
    createdAt,
    ...promise(timing, rules),
    scheduled,
    preparationMinutes,
    items: items.map((item) => ({ ...item, struck: marks.struck[item.key] === strikeMark(item) })),
    // Not of the order: whoever keeps notes of guests fills it in.
    guestAllergies: null,
    notes: orderNotes(order, deliveries),
    incomplete: unread.some(hidesWork),
    startedAt: marks.startedAt,
    bump,
    recalledAt: marks.recalledAt,
    changes: cancelled ? [] : changesOf(known, marks, { order, unread, items }, menu),
    cancellation:
      cancelled && !bornCancelled && !marks.cancellationAcknowledged
        ? {
            at: saidAt(known, 'orderStatus') ?? createdAt,
            reason: cancellationReason(order, dialect),
          }
        : null,
    driver,
    flagColor: order.flagColor ?? null,
    payment: {
      label: order.paymentTypeLabel ?? order.paymentType ?? null,
      amountToPay: order.amountToPay ?? null,
      cashAmount: order.cashAmount ?? null,
    },
  }
}

/** What `Marks.struck` keeps for an item. */
export const strikeMark = (item: PlainItem): string => `${String(item.amount)} ${work(item)}`

/** Whether its order is no kitchen's matter any more: nothing of it needs telling. */
export const isGone = ({ stage }: Ticket): boolean =>
  stage === 'cancelled' || stage === 'handed-over'

/** Whether a ticket still asks something of the kitchen or of the line to the platform. */
export function isOpen(ticket: Ticket): boolean {
  if (ticket.cancellation !== null) return true
  if (isGone(ticket)) return false
  return ticket.bump === null || !['confirmed', 'withdrawn'].includes(ticket.bump.delivery.state)
}
