import {
  isClosedUnseen,
  type Bump,
  type ItemChange,
  type OrderChange,
  type OrderType,
  type Ticket,
  type TicketChange,
  type TicketItem,
  type TicketStage,
} from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Delivery, Order } from '#platform/order.ts'
import { standardAllergies, type AllergyReader } from './allergy.ts'
import { markedCode, plainCode } from './codes.ts'
import { readDriver } from './driver.ts'
import { compareItems, renamedKeys, renameKeys } from './item-changes.ts'
import { readItems, strikeMark, type PlainItem } from './items.ts'
import { compareOrders, type ReportedOrder } from './order-changes.ts'
import {
  changedDriverAt,
  currentDeliveries,
  currentField,
  currentOrder,
  fieldSentAt,
  type FirstOrder,
  type OrderFacts,
} from './order-facts.ts'
import { orderNotes } from './order-notes.ts'
import { promisedTimes, type LatenessRules } from './promised-times.ts'
import { hidesWork, unreadNow, unreadParts } from './unread.ts'
import type { MenuNames } from '../menu/stock-key.ts'
import { unseenCancellation, unseenChanges } from './acknowledgements.ts'
import type { Marks } from './marks.ts'
import { platformStationOf } from '../menu/platform-station.ts'
import { noStations, type Routes } from '../stations/routes.ts'
import { expoOf } from '../stations/expo.ts'
import { isDone, workOf } from '../stations/work.ts'

/** What the changes of an order are computed from. */
interface TicketSource {
  order: Partial<Order>
  deliveries: readonly Partial<Delivery>[]
  rules: LatenessRules
  dialect: Dialect
  allergies: AllergyReader
}

const isOneOf = (words: string, word: string | null | undefined): boolean =>
  word !== null && word !== undefined && words.split(' ').includes(word)

/** Whether the platform says that an order is cancelled. */
export const isCancelled = (
  known: OrderFacts,
  { statusesCancelled }: Pick<Dialect, 'statusesCancelled'>,
): boolean => isOneOf(statusesCancelled, currentField(known, 'orderStatus'))

function orderType(
  deliveryType: string | null | undefined,
  hasDelivery: boolean,
  dialect: Dialect,
): OrderType {
  switch (deliveryType) {
    case dialect.deliveryTypeDelivery:
      return 'delivery'
    case dialect.deliveryTypePickup:
      return 'pickup'
    case dialect.deliveryTypeTable:
      return 'table'
    default:
      // The delivery event may leave deliveryType out (platform/README.md, Events).
      return hasDelivery && !deliveryType ? 'delivery' : 'other'
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

/** An order's items as a cook reads them. */
export const plainItems = (
  known: OrderFacts,
  menu: MenuNames,
  dialect: Pick<Dialect, 'defaultOptionField'>,
  allergies: AllergyReader,
): PlainItem[] =>
  readItems(
    currentField(known, 'items') ?? [],
    menu,
    unreadParts(unreadNow(known.layers)),
    dialect.defaultOptionField,
    allergies,
  )

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

/** The changes of an order besides its dishes, since it was first reported or acknowledged. */
function orderChanges(
  known: OrderFacts,
  marks: Marks,
  ticket: Pick<Ticket, 'type' | 'promisedAt' | 'buyerName' | 'notes'>,
  { order, deliveries, rules, dialect, allergies }: TicketSource,
): OrderChange[] {
  const { firstItems: first, layers } = known
  const seen = marks.acknowledgedOrder
  // Most orders never change.
  if (seen === null && (first?.order === undefined || layers.at(-1)?.stamp === first.stamp))
    return []
  // With the standard words, as what is stored: the restaurant may change its own at any time.
  const standard = allergies === standardAllergies ? ticket.notes : orderNotes(order, deliveries)
  const notes = standard.map(({ text }) => ({ text, allergyWords: allergies.wordsIn(text) }))
  const now = { ...reportedOrder(ticket), notes: notes.map(({ text }) => text) }
  const before = seen ?? firstReported(first?.order, now, rules, dialect)
  return before === null ? [] : compareOrders(before, now, notes)
}

/** What a kitchen acts on besides the dishes. */
export const reportedOrder = ({
  type,
  promisedAt,
  buyerName,
  notes,
}: Pick<Ticket, 'type' | 'promisedAt' | 'buyerName' | 'notes'>): ReportedOrder => ({
  ...{ type, promisedAt, buyer: buyerName },
  notes: notes.map(({ text }) => text),
})

/** The same as it is stored when somebody acknowledges it: its notes by the standard words. */
export const acknowledgedOrder = (known: OrderFacts, ticket: Ticket): ReportedOrder =>
  reportedOrder({ ...ticket, notes: orderNotes(currentOrder(known), currentDeliveries(known)) })

/** The order as it was first reported. What it did not say then is as it is now. */
function firstReported(
  first: FirstOrder | undefined,
  now: ReportedOrder,
  rules: LatenessRules,
  dialect: Dialect,
): ReportedOrder | null {
  if (first === undefined) return null
  const { deliverAt, createdAt, isScheduled, expectedPreparationDuration, notes } = first
  const type =
    first.deliveryType == null
      ? now.type
      : orderType(first.deliveryType, first.hasDelivery, dialect)
  const timing = {
    ...{ type, deliverAt: deliverAt ?? null, scheduled: isScheduled ?? false },
    createdAt: createdAt ?? now.promisedAt,
    preparationMinutes: expectedPreparationDuration ?? null,
  }
  const promisedAt = deliverAt == null ? now.promisedAt : promisedTimes(timing, rules).promisedAt
  return { type, promisedAt, buyer: first.buyerName ?? null, notes }
}

/** That the order was closed elsewhere, if dishes of it are not done. */
function closedChanges(items: readonly TicketItem[], { closedAt }: Marks): OrderChange[] {
  if (closedAt === null) return []
  const unmade = items
    .filter(({ struck, depth }) => !struck && depth === undefined)
    .reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  return unmade === 0 ? [] : [{ kind: 'closed', key: closedAt, unmade }]
}

/** The stations that a change of the order is for: all that make something of it. */
function stationsFor({ kind }: OrderChange, items: readonly TicketItem[]): string[] {
  const works = items.flatMap(({ work = [] }) => work)
  // Whoever has done all of theirs has nothing more to do with a closed one.
  const some = kind === 'closed' ? works.filter(({ doneAt }) => doneAt === null) : works
  return [...new Set(some.map(({ station }) => station))]
}

/** All changes, each with the stations that have not acknowledged it. */
function forStations(
  ofOrder: OrderChange[],
  ofItems: ItemChange[],
  items: TicketItem[],
  { acknowledged }: Marks,
  routes: Routes,
): TicketChange[] {
  if (!routes.isUsed) return [...ofOrder, ...ofItems]
  const all = [
    ...ofOrder.map((change) => ({ ...change, stations: stationsFor(change, items) })),
    ...ofItems,
  ]
  return unseenChanges(all, items, acknowledged)
}

/** The marks once the order's items were replaced: they stay with the dishes. */
export function followItems(
  marks: Marks,
  before: readonly PlainItem[],
  now: readonly PlainItem[],
): Marks {
  const names = renamedKeys(before, now)
  if (names.size === 0) return marks
  const { work, expo, times } = marks
  return {
    ...marks,
    work: renameKeys(work, names),
    expo: { ...expo, bagged: renameKeys(expo.bagged, names) },
    times: { ...times, waits: renameKeys(times.waits, names) },
  }
}

/** The changes of dishes, with their stations. */
function changesOf(
  before: readonly PlainItem[],
  items: TicketItem[],
  marks: Marks,
  routes: Routes,
): ItemChange[] {
  const changes = compareItems(before, items)
  if (!routes.isUsed || changes.length === 0) return changes
  const routesBefore = routes.of(before.map((item) => ({ ...item, platformStation: null })))
  const routeBefore = (key: string): string[] =>
    routesBefore[before.findIndex((item) => item.key === key)] ?? []
  /** Where it is made now, and where somebody has begun it as it was. */
  function stationsOf(key: string): string[] {
    const now = items.find((item) => item.key === key)?.work?.map(({ station }) => station)
    const begun = Object.keys(marks.work[key]?.stations ?? {}).filter((id) => routes.has(id))
    const known = [...new Set([...(now ?? []), ...begun])]
    return known.length === 0 ? routeBefore(key) : known
  }
  return changes.map((change) => ({ ...change, stations: stationsOf(change.key) }))
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
  const driver = readDriver(deliveries, {
    dialect,
    hadDriver,
    now,
    changedDriverAt: (delivery) => changedDriverAt(known, delivery),
  })
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
    ? expoOf(items, marks.expo, bump?.bumpedAt ?? null, (key) => routes.careOf(key))
    : null
  const cancelled = isOneOf(dialect.statusesCancelled, order.orderStatus)
  const bornCancelled = isOneOf(dialect.statusesCancelled, known.firstStatus?.status)
  const gone =
    isOneOf(dialect.statusesHandedOver, order.orderStatus) ||
    ['picked-up', 'near-client', 'delivered'].includes(driver?.stage ?? '')
  const createdAt = order.createdAt ?? marks.receivedAt
  const preparationMinutes = order.expectedPreparationDuration ?? null
  const scheduled = order.isScheduled ?? false
  const type = orderType(order.deliveryType, deliveries.length > 0, dialect)
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
  const times = promisedTimes(timing, rules)
  const buyerName = order.buyerName ?? null
  const notes = orderNotes(order, deliveries, allergies)
  const orderNow = { type, promisedAt: times.promisedAt, buyerName, notes }
  const ofOrder: OrderChange[] = [
    ...(stage === 'handed-over' ? closedChanges(items, marks) : []),
    ...(marks.onAgainAt === null ? [] : [{ kind: 'again' as const, key: marks.onAgainAt }]),
    ...orderChanges(known, marks, orderNow, { order, deliveries, rules, dialect, allergies }),
  ]
  return {
    id,
    code: markedCode(plainCode(id, order), marks.codeMark),
    type,
    source: order.source ?? null,
    buyerName,
    stage,
    createdAt,
    ...times,
    scheduled,
    preparationMinutes,
    items,
    // Not part of the order: the host fills it in from the guest's note.
    guestAllergies: null,
    notes,
    incomplete: unread.some(hidesWork) || plain.some((item) => item.unread.includes('choices')),
    startedAt: marks.startedAt,
    bump,
    ...(isReadyElsewhere && { isReadyElsewhere }),
    recalledAt: marks.recalledAt,
    changes: cancelled
      ? []
      : forStations(
          ofOrder,
          before === plain ? [] : changesOf(before, items, marks, routes),
          items,
          marks,
          routes,
        ),
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
  if (ticket.cancellation !== null || isClosedUnseen(ticket)) return true
  if (isGone(ticket)) return false
  return ticket.bump === null || !['confirmed', 'withdrawn'].includes(ticket.bump.delivery.state)
}
