import type { Driver, DriverStage } from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Delivery } from '#platform/order.ts'

/** Whether a delivery names a driver: one with a name, a telephone or a code. */
export const hasDriver = ({ driverInformation: driver }: Partial<Delivery>): boolean =>
  (driver?.name ?? driver?.phone ?? driver?.code ?? null) !== null

/** A delivery's driver as text: two with the same text are the same driver. Null without a driver. */
export function driverKey({ driverInformation: driver }: Partial<Delivery>): string | null {
  const named = [driver?.name, driver?.phone, driver?.code].filter((each) => each != null)
  return named.length === 0 ? null : named.join(' ')
}

/** What a delivery's stage depends on besides the delivery. */
export interface DriverRules {
  dialect: Pick<Dialect, 'deliveryStatusesDone'>
  /** Whether an earlier message named a driver for a delivery. */
  hadDriver(deliveryId: string): boolean
  /**
   * When the platform first named the delivery's driver, ISO, if it had named another one before;
   * null if there was no other.
   */
  changedDriverAt(delivery: Partial<Delivery>): string | null
  /** Epoch milliseconds: before its time a delivery is `planned`. */
  now: number
}

/** Whether the instant or the status says that it was delivered. */
const isDelivered = (
  { completedAt, status }: Partial<Delivery>,
  { deliveryStatusesDone }: DriverRules['dialect'],
): boolean =>
  Boolean(completedAt) || (status != null && deliveryStatusesDone.split(' ').includes(status))

/**
 * The stage of a delivery, mostly from its timestamps: the delivery event may carry no status
 * (platform/README.md, Deliveries). A driver who was assigned and is missing now is lost, even when
 * the instant at the store is still there: the event may leave the driver out. "Driver received" is
 * not documented and does not remove the ticket from the wall: the driver is at the store.
 */
function driverStage(delivery: Partial<Delivery>, rules: DriverRules): DriverStage {
  if (delivery.canceledAt) return 'cancelled'
  if (isDelivered(delivery, rules.dialect)) return 'delivered'
  if (delivery.nearClientAt) return 'near-client'
  if (delivery.pickupAt) return 'picked-up'
  if (rules.hadDriver(delivery._id ?? '') && !hasDriver(delivery)) return 'lost'
  const nearAt = delivery.nearStoreAt ?? delivery.driverReceivedAt
  // The instant may be of a driver who was replaced since.
  if (nearAt && nearAt >= (rules.changedDriverAt(delivery) ?? '')) return 'at-store'
  if (hasDriver(delivery)) return 'assigned'
  return delivery.activatesAt && Date.parse(delivery.activatesAt) <= rules.now
    ? 'searching'
    : 'planned'
}

/** The newest delivery that was not cancelled, else the newest. */
export function countingDelivery(
  deliveries: readonly Partial<Delivery>[],
): Partial<Delivery> | undefined {
  const newest = deliveries.toSorted((one, other) => {
    const dates = (other.createdAt ?? '').localeCompare(one.createdAt ?? '')
    return dates === 0 ? (other._id ?? '').localeCompare(one._id ?? '') : dates
  })
  return newest.find((each) => !each.canceledAt) ?? newest[0]
}

/** The driver of the delivery that counts. */
export function readDriver(
  deliveries: readonly Partial<Delivery>[],
  rules: DriverRules,
): Driver | null {
  const delivery = countingDelivery(deliveries)
  if (delivery === undefined) return null
  return {
    stage: driverStage(delivery, rules),
    name: delivery.driverInformation?.name ?? null,
    vehicle: delivery.driverInformation?.type ?? null,
    pickupCode: delivery.specialCode ?? null,
    expectedAt: delivery.deliveryExpectedAt ?? null,
    searchesAt: delivery.activatesAt ?? null,
  }
}
