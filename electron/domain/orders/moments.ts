import type { TicketMoment } from '#contract/tickets/ticket-detail.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { countingDelivery } from './driver.ts'
import { currentDeliveries, saidAt, type Known } from './known.ts'
import type { Marks } from './ticket.ts'

type Moment = readonly [kind: TicketMoment['kind'], at: string | null | undefined]

/**
 * All that happened to an order, and what is to happen, in the order of their time. Joining the queue is told where it
 * is not the moment of the order; of what a driver promised, the delivery that counts.
 */
export function readMoments(known: Known, marks: Marks, ticket: Ticket): TicketMoment[] {
  const deliveries = currentDeliveries(known)
  const moments: Moment[] = [
    ['ordered', ticket.createdAt],
    ['received', marks.receivedAt],
    ['queued', ticket.queueAt === ticket.createdAt ? null : ticket.queueAt],
    ['started', marks.startedAt],
    ['bumped', ticket.bump?.bumpedAt],
    ['recalled', marks.recalledAt],
    ['promised', ticket.promisedAt],
    ['driver-expected', countingDelivery(deliveries)?.estimatedArrivalAtStoreAt],
    ...deliveries.flatMap((each): Moment[] => [
      ['driver-at-store', each.nearStoreAt ?? each.driverReceivedAt],
      ['driver-left-store', each.pickupAt],
      ['driver-near-client', each.nearClientAt],
      ['delivered', each.completedAt],
      ['delivery-cancelled', each.canceledAt],
    ]),
    ['cancelled', ticket.stage === 'cancelled' ? saidAt(known, 'orderStatus') : null],
  ]
  return moments
    .flatMap(([kind, at]) => (at ? [{ kind, at }] : []))
    .toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? -1 : 1))
}
