import type { OrderType } from '#contract/tickets/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'

export function orderType(
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
