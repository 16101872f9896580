import type { Order } from '#platform/order.ts'
import { sample } from './samples.ts'

/** A webhook body with the test's own ids. */
export interface OrderEventBody {
  type: string
  eventId: string
  date: string
  websiteId: string
  storeId: string
  data: { order: Order }
}

interface OwnIds {
  eventId: string
  orderId: string
  code: string
  /** When the platform created it, ISO. */
  date: string
}

/** The event of a sample with new ids, changed by `request`. */
export function orderEvent(
  sampleName: string,
  { eventId, orderId, code, date }: OwnIds,
  request: Partial<Order> = {},
): OrderEventBody {
  const body = sample(sampleName) as unknown as OrderEventBody
  const { order } = body.data
  return {
    ...body,
    eventId,
    date,
    data: {
      order: {
        ...order,
        _id: orderId,
        code,
        fullCode: `C#${code}`,
        createdAt: date,
        ...request,
      },
    },
  }
}

/** The older webhooks for a change of an order (platform/README.md, Events). */
export const statusEvent = (event: OrderEventBody): OrderEventBody => ({
  ...event,
  type: 'orderStatusUpdated',
})
