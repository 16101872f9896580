import type { Driver, DriverStage } from '#contract/ticket.ts'
import type { Delivery } from '#platform/order.ts'

/**
 * Where a delivery stands, from its timestamps: the delivery event may carry no status (platform/README.md,
 * Deliveries). A driver who was assigned and is gone again means searching.
 */
function driverStage(delivery: Partial<Delivery>): DriverStage {
  if (delivery.canceledAt) return 'cancelled'
  if (delivery.completedAt) return 'delivered'
  if (delivery.nearClientAt) return 'near-client'
  if (delivery.pickupAt ?? delivery.driverReceivedAt) return 'picked-up'
  if (delivery.nearStoreAt) return 'at-store'
  if (delivery.driverInformation) return 'assigned'
  return delivery.activatesAt ? 'searching' : 'planned'
}

/** The driver of the delivery that counts: the newest that was not cancelled, else the newest. */
export function readDriver(deliveries: readonly Partial<Delivery>[]): Driver | null {
  const newest = deliveries.toSorted((one, other) => {
    const dates = (other.createdAt ?? '').localeCompare(one.createdAt ?? '')
    return dates === 0 ? (other._id ?? '').localeCompare(one._id ?? '') : dates
  })
  const delivery = newest.find((each) => !each.canceledAt) ?? newest[0]
  if (delivery === undefined) return null
  return {
    stage: driverStage(delivery),
    name: delivery.driverInformation?.name ?? null,
    vehicle: delivery.driverInformation?.type ?? null,
    pickupCode: delivery.specialCode ?? null,
    expectedAt: delivery.deliveryExpectedAt ?? null,
  }
}
