import type { Driver, DriverStage } from '#contract/ticket.ts'
import type { Delivery } from '#platform/order.ts'

/** Whether a delivery tells of a driver: of one who has a name, a telephone or a code. */
export const hasDriver = ({ driverInformation: driver }: Partial<Delivery>): boolean =>
  (driver?.name ?? driver?.phone ?? driver?.code ?? null) !== null

/**
 * Where a delivery stands, from its timestamps: the delivery event may carry no status (platform/README.md,
 * Deliveries). A driver who was assigned and is gone again is lost, also where the instant at which that driver was at
 * the store is still there: the event may leave it out.
 */
function driverStage(delivery: Partial<Delivery>, hadDriver: boolean): DriverStage {
  if (delivery.canceledAt) return 'cancelled'
  if (delivery.completedAt) return 'delivered'
  if (delivery.nearClientAt) return 'near-client'
  if (delivery.pickupAt ?? delivery.driverReceivedAt) return 'picked-up'
  if (hadDriver && !hasDriver(delivery)) return 'lost'
  if (delivery.nearStoreAt) return 'at-store'
  if (hasDriver(delivery)) return 'assigned'
  return delivery.activatesAt ? 'searching' : 'planned'
}

/** The delivery that counts: the newest that was not cancelled, else the newest. */
export function countingDelivery(
  deliveries: readonly Partial<Delivery>[],
): Partial<Delivery> | undefined {
  const newest = deliveries.toSorted((one, other) => {
    const dates = (other.createdAt ?? '').localeCompare(one.createdAt ?? '')
    return dates === 0 ? (other._id ?? '').localeCompare(one._id ?? '') : dates
  })
  return newest.find((each) => !each.canceledAt) ?? newest[0]
}

/** The driver of the delivery that counts. `hadDriver` knows of which deliveries one was ever told. */
export function readDriver(
  deliveries: readonly Partial<Delivery>[],
  hadDriver: (deliveryId: string) => boolean,
): Driver | null {
  const delivery = countingDelivery(deliveries)
  if (delivery === undefined) return null
  return {
    stage: driverStage(delivery, hadDriver(delivery._id ?? '')),
    name: delivery.driverInformation?.name ?? null,
    vehicle: delivery.driverInformation?.type ?? null,
    pickupCode: delivery.specialCode ?? null,
    expectedAt: delivery.deliveryExpectedAt ?? null,
  }
}
