import {
  isClosedUnseen,
  type Driver,
  type Ticket,
  type TicketItem,
  type TicketStage,
} from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Order } from '#platform/order.ts'
import { platformStationOf } from '../menu/platform-station.ts'
import { expoOf } from '../stations/expo.ts'
import { isDone, workOf } from '../stations/work.ts'
import { unseenCancellation } from './acknowledgements.ts'
import { markedCode, plainCode } from './codes.ts'
import { readDriver } from './driver.ts'
import { renamedKeys, renameKeys } from './item-changes.ts'
import { strikeMark, type PlainItem } from './items.ts'
import type { Marks } from './marks.ts'
import { changedDriverAt, currentField, fieldSentAt, type OrderFacts } from './order-facts.ts'
import { orderType, promisedTimes } from './timing.ts'
import { ticketChanges, type TicketSource } from './ticket-changes.ts'
import { hidesWork } from './unread.ts'

const isOneOf = (words: string, word: string | null | undefined): boolean =>
  word !== null && word !== undefined && words.split(' ').includes(word)

/** Whether the platform says that an order is cancelled. */
export const isCancelled = (
  facts: OrderFacts,
  { statusesCancelled }: Pick<Dialect, 'statusesCancelled'>,
): boolean => isOneOf(statusesCancelled, currentField(facts, 'orderStatus'))

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

/** The dishes with what was done of them. */
function withWork(source: TicketSource): TicketItem[] {
  const { plain, routes, dialect } = source
  const { items, order } = plain
  const { work, expo } = source.marks
  const routed = routes.of(
    items.map((item, at) => ({
      ...item,
      platformStation: platformStationOf(
        order.items?.[at]?.product?.metadata,
        dialect.stationField,
      ),
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

const driverOf = ({ plain: { facts, deliveries }, dialect, now }: TicketSource): Driver | null =>
  readDriver(deliveries, {
    ...{ dialect, now },
    hadDriver: (deliveryId) => Object.hasOwn(facts.firstDrivers, deliveryId),
    changedDriverAt: (delivery) => changedDriverAt(facts, delivery),
  })

function stageOf(
  { plain: { order }, dialect, bump }: TicketSource,
  driver: Driver | null,
): TicketStage {
  if (isOneOf(dialect.statusesCancelled, order.orderStatus)) return 'cancelled'
  const isHandedOver =
    isOneOf(dialect.statusesHandedOver, order.orderStatus) ||
    ['picked-up', 'near-client', 'delivered'].includes(driver?.stage ?? '')
  if (isHandedOver) return 'handed-over'
  return bump === null ? 'new' : 'ready'
}

/** Null if the order is not cancelled, or nobody needs to see it. */
function cancellationOf(
  { plain: { facts, order }, marks, dialect, routes }: TicketSource,
  { stage, createdAt, items }: Pick<Ticket, 'stage' | 'createdAt' | 'items'>,
): Ticket['cancellation'] {
  const isBornCancelled = isOneOf(dialect.statusesCancelled, facts.firstStatus?.status)
  if (stage !== 'cancelled' || isBornCancelled || marks.cancellationAcknowledged) return null
  return {
    at: fieldSentAt(facts, 'orderStatus') ?? createdAt,
    reason: cancellationReason(order, dialect),
    ...(routes.isUsed && { stations: unseenCancellation(items, marks.acknowledged) }),
  }
}

/**
 * Computes the ticket from what the order says, the kitchen's marks and the bump. Pure: the same
 * input gives the same ticket, whatever came first.
 */
export function buildTicket(source: TicketSource): Ticket {
  const { marks, bump, dialect, routes } = source
  const { order, deliveries, unread, items: ordered, notes } = source.plain
  const items = withWork(source)
  const driver = driverOf(source)
  const stage = stageOf(source, driver)
  const type = orderType(order.deliveryType, deliveries.length > 0, dialect)
  const createdAt = order.createdAt ?? marks.receivedAt
  const preparationMinutes = order.expectedPreparationDuration ?? null
  const scheduled = order.isScheduled ?? false
  const deliverAt = order.deliverAt ?? null
  const times = promisedTimes(
    { type, createdAt, deliverAt, preparationMinutes, scheduled },
    source.rules,
  )
  const buyerName = order.buyerName ?? null
  const reported = { type, promisedAt: times.promisedAt, buyerName, notes }
  // A ticket that was recalled may have been sent as ready before.
  const isReadyElsewhere =
    stage === 'new' && marks.recalls === 0 && isOneOf(dialect.statusesReady, order.orderStatus)
  const expo = routes.isUsed
    ? expoOf(items, marks.expo, bump?.bumpedAt ?? null, (key) => routes.careOf(key))
    : null
  return {
    ...{ id: source.id, code: markedCode(plainCode(source.id, order), marks.codeMark), type },
    ...{ source: order.source ?? null, buyerName, stage, createdAt, ...times },
    ...{ scheduled, preparationMinutes, items },
    // Not part of the order: the host fills it in from the guest's note.
    guestAllergies: null,
    notes,
    incomplete: unread.some(hidesWork) || ordered.some((item) => item.unread.includes('choices')),
    ...{ startedAt: marks.startedAt, bump },
    ...(isReadyElsewhere && { isReadyElsewhere }),
    recalledAt: marks.recalledAt,
    changes: stage === 'cancelled' ? [] : ticketChanges(source, { ...reported, stage, items }),
    cancellation: cancellationOf(source, { stage, createdAt, items }),
    ...{ driver, flagColor: order.flagColor ?? null, payment: paymentOf(order) },
    ...(expo !== null && { expo }),
  }
}

const paymentOf = (order: Partial<Order>): Ticket['payment'] => ({
  label: order.paymentTypeLabel ?? order.paymentType ?? null,
  amountToPay: order.amountToPay ?? null,
  cashAmount: order.cashAmount ?? null,
})

/** Whether the order has left the kitchen, so that nothing about it needs to be sent any more. */
export const isGone = ({ stage }: Ticket): boolean =>
  stage === 'cancelled' || stage === 'handed-over'

export function isOpen(ticket: Ticket): boolean {
  if (ticket.cancellation !== null || isClosedUnseen(ticket)) return true
  if (isGone(ticket)) return false
  return ticket.bump === null || !['confirmed', 'withdrawn'].includes(ticket.bump.delivery.state)
}
