import type {
  Bump,
  OrderType,
  Ticket,
  TicketChange,
  TicketItem,
  TicketStage,
} from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Order } from '#platform/order.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { readDriver } from './driver.ts'
import { compareItems, readItems, strikeMark, type PlainItem } from './items.ts'
import { currentDeliveries, currentOrder, fieldSentAt, type OrderFacts } from './order-facts.ts'
import { orderNotes } from './order-notes.ts'
import { promisedTimes, type LatenessRules } from './promised-times.ts'
import { newTimeMarks, type TimeMarks } from './timing.ts'
import { hidesWork, unreadNow, unreadParts } from './unread.ts'
import type { MenuNames } from '../menu/stock-key.ts'
import { unseenCancellation, unseenChanges, type Acknowledged } from './acknowledgements.ts'
import { platformStationOf } from '../menu/platform-station.ts'
import { noStations, type Routes } from '../stations/routes.ts'
import { expoOf, newExpoMarks, type ExpoMarks } from '../stations/expo.ts'
import { isDone, workOf, type StoredWork } from '../stations/work.ts'

/** What only the kitchen knows of an order. No message of the platform changes it. */
export interface Marks {
  receivedAt: string
  /** The dishes that somebody has begun, by item key. */
  work: Record<string, StoredWork>
  /** What stations have acknowledged since `acknowledgedItems`. */
  acknowledged: Acknowledged
  expo: ExpoMarks
  /** When to make its dishes. */
  times: TimeMarks
  /** The items as a cook last acknowledged them; null before any acknowledgement. */
  acknowledgedItems: PlainItem[] | null
  cancellationAcknowledged: boolean
  startedAt: string | null
  /** When it was recalled to the wall, ISO; null once it is bumped again. */
  recalledAt: string | null
  /** How often it was recalled to the wall. */
  recalls: number
  /** How often its driver left without the food, as far as Kitchen Pass saw it. */
  driversLost: number
  /** When it left the wall, ISO; null while it is on the wall. */
  leftAt: string | null
}

export const newMarks = (receivedAt: string): Marks => ({
  receivedAt,
  work: {},
  acknowledged: {},
  expo: newExpoMarks,
  times: newTimeMarks,
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
  const fields = new Map(Object.entries(info))
  for (const field of dialect.cancellationReasonFields.split(' ')) {
    const reason: unknown = fields.get(field)
    if (typeof reason === 'string' && reason !== '') return reason
  }
  return null
}

/** The items that changes are counted from: those that a cook last acknowledged, or the first. */
function itemsBefore(
  { firstItems: first }: OrderFacts,
  marks: Marks,
  latest: { order: Partial<Order>; unread: readonly string[]; items: readonly PlainItem[] },
  menu: MenuNames,
  allergies: AllergyReader,
): readonly PlainItem[] {
  if (marks.acknowledgedItems !== null) return marks.acknowledgedItems
  if (first === null) return []
  // Most orders never change. Reading their items a second time would cost as much as the rest of
  // the ticket.
  const isRead = first.unread.length + latest.unread.length === 0
  if (isRead && JSON.stringify(first.items) === JSON.stringify(latest.order.items))
    return latest.items
  return readItems(first.items, menu, unreadParts(first.unread), '', allergies)
}

/** The changes, with the stations that have not acknowledged them. */
function changesOf(
  before: readonly PlainItem[],
  items: TicketItem[],
  marks: Marks,
  routes: Routes,
): TicketChange[] {
  const changes = compareItems(before, items)
  if (!routes.isUsed || changes.length === 0) return changes
  const routesBefore = routes.of(before.map((item) => ({ ...item, platformStation: null })))
  const routeBefore = (key: string): string[] =>
    routesBefore[before.findIndex((item) => item.key === key)] ?? []
  /** Where it is made now, and where somebody has begun it as it was. */
  function stationsOf(key: string): string[] {
    const now = items.find((item) => item.key === key)?.work?.map(({ station }) => station)
    const begun = Object.keys(marks.work[key]?.stations ?? {}).filter(routes.has)
    const known = [...new Set([...(now ?? []), ...begun])]
    return known.length === 0 ? routeBefore(key) : known
  }
  const ofStations = changes.map((change) => ({ ...change, stations: stationsOf(change.key) }))
  return unseenChanges(ofStations, items, marks.acknowledged)
}

/** The dishes with what was done of them. */
function withWork(
  items: readonly PlainItem[],
  order: Partial<Order>,
  { work, expo }: Marks,
  routes: Routes,
  field: string,
): TicketItem[] {
  const routed = routes.of(
    items.map((item, at) => ({
      ...item,
      platformStation: platformStationOf(order.items?.[at]?.product?.metadata, field),
    })),
  )
  return items.map((item, at) => {
    const mark = strikeMark(item)
    const done = workOf(work[item.key], mark, routed[at] ?? [], routes)
    return {
      ...item,
      struck: isDone(done),
      ...(routes.isUsed && { work: done }),
      ...(expo.bagged[item.key] === mark && { isBagged: true as const }),
    }
  })
}

/**
 * Computes the ticket from the order facts, the kitchen's marks and the bump. Pure: the same input
 * gives the same ticket, whatever came first. The dialect says what a status means, since only
 * `pending` is specified (platform/README.md, Orders); `menu` has the menu's names of items. `now`
 * (epoch milliseconds) turns a planned driver into one that the platform looks for. `routes` say which
 * stations make what; `allergies` finds what suggests an allergy.
 */
export function buildTicket(
  id: string,
  known: OrderFacts,
  marks: Marks,
  bump: Bump | null,
  rules: LatenessRules,
  dialect: Dialect,
  menu: MenuNames,
  now: number,
  routes: Routes = noStations,
  allergies: AllergyReader = standardAllergies,
): Ticket {
  const order = currentOrder(known)
  const deliveries = currentDeliveries(known)
  const hadDriver = (each: string) => Object.hasOwn(known.firstDrivers, each)
  const driver = readDriver(deliveries, { dialect, hadDriver, now })
  const unread = unreadNow(known.layers)
  const { defaultOptionField } = dialect
  const plain = readItems(
    order.items ?? [],
    menu,
    unreadParts(unread),
    defaultOptionField,
    allergies,
  )
  const before = itemsBefore(known, marks, { order, unread, items: plain }, menu, allergies)
  const items = withWork(plain, order, marks, routes, dialect.stationField)
  const expo = routes.isUsed
    ? expoOf(items, marks.expo, bump?.bumpedAt ?? null, routes.careOf)
    : null
  const cancelled = isOneOf(dialect.statusesCancelled, order.orderStatus)
  const bornCancelled = isOneOf(dialect.statusesCancelled, known.firstStatus?.status)
  const gone =
    isOneOf(dialect.statusesHandedOver, order.orderStatus) ||
    ['picked-up', 'near-client', 'delivered'].includes(driver?.stage ?? '')
  const createdAt = order.createdAt ?? marks.receivedAt
  const preparationMinutes = order.expectedPreparationDuration ?? null
  const scheduled = order.isScheduled ?? false
  const type = orderType(order, deliveries.length > 0, dialect)
  const deliverAt = order.deliverAt ?? null
  const timing = { type, createdAt, deliverAt, preparationMinutes, scheduled }
  const stage: TicketStage = cancelled
    ? 'cancelled'
    : gone
      ? 'handed-over'
      : bump === null
        ? 'new'
        : 'ready'
  // A ticket that was recalled may have been sent as ready before.
  const isReadyElsewhere =
    stage === 'new' && marks.recalls === 0 && isOneOf(dialect.statusesReady, order.orderStatus)
  return {
    id,
    code: order.code ?? order.fullCode ?? id.slice(-6),
    type,
    source: order.source ?? null,
    buyerName: order.buyerName ?? null,
    stage,
    createdAt,
    ...promisedTimes(timing, rules),
    scheduled,
    preparationMinutes,
    items,
    // Not part of the order: the host fills it in from the guest's note.
    guestAllergies: null,
    notes: orderNotes(order, deliveries, allergies),
    incomplete: unread.some(hidesWork),
    startedAt: marks.startedAt,
    bump,
    ...(isReadyElsewhere && { isReadyElsewhere }),
    recalledAt: marks.recalledAt,
    changes: cancelled || before === plain ? [] : changesOf(before, items, marks, routes),
    cancellation:
      cancelled && !bornCancelled && !marks.cancellationAcknowledged
        ? {
            at: fieldSentAt(known, 'orderStatus') ?? createdAt,
            reason: cancellationReason(order, dialect),
            ...(routes.isUsed && { stations: unseenCancellation(items, marks.acknowledged) }),
          }
        : null,
    driver,
    flagColor: order.flagColor ?? null,
    payment: {
      label: order.paymentTypeLabel ?? order.paymentType ?? null,
      amountToPay: order.amountToPay ?? null,
      cashAmount: order.cashAmount ?? null,
    },
    ...(expo !== null && { expo }),
  }
}

/** Whether the order has left the kitchen, so that nothing about it needs to be sent any more. */
export const isGone = ({ stage }: Ticket): boolean =>
  stage === 'cancelled' || stage === 'handed-over'

export function isOpen(ticket: Ticket): boolean {
  if (ticket.cancellation !== null) return true
  if (isGone(ticket)) return false
  return ticket.bump === null || !['confirmed', 'withdrawn'].includes(ticket.bump.delivery.state)
}
