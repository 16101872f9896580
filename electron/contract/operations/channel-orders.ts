import { z } from 'zod'
import type { ChannelOrder, ChannelOrders } from '../channel-orders.ts'
import { answersFront, id, none } from '../operation.ts'

/** What the channel calls an order. */
const integrationOrderId = z.string().trim().min(1).max(100)

export const channelOrdersOperations = {
  'channelOrders.list': answersFront<ChannelOrders>()(none),
  /**
   * Has an order completed: one attempt, and one entry an order, however often and on however many screens it is asked; the
   * answer is what is known of it then. `not-found` where there is no sales channel.
   */
  'channelOrders.complete': answersFront<ChannelOrder>()(
    z.strictObject({
      tapId: id,
      integrationOrderId,
      /** The ticket that it is asked from. */
      ticket: z.strictObject({ id, code: z.string().max(100) }).nullable(),
    }),
  ),
} as const
