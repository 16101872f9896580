import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { answersFront, defineContract, event, front, id, none } from '../shared/operation.ts'

/** An order of the outside sales channel that somebody here marked complete. Instants are ISO 8601 in UTC. */
export interface ChannelOrder {
  /** The subject of its outbox entry, of the kind `complete-order`. */
  subject: string
  integrationOrderId: string
  /** It is sent once. When no answer arrives, nobody knows whether it is complete, and a person decides. */
  delivery: Delivery
  /** The tab in the store's till, as the platform answered it. */
  tabId: string | null
  askedAt: string
  /** The name of the screen; empty when the screen has none. */
  askedOn: string
  /** The ticket from which it was completed, and its code; null when it was entered by hand. */
  ticketId: string | null
  code: string | null
}

export interface ChannelOrders {
  hasChannel: boolean
  /** Orders that wait for a person, then the last 50. Both are newest first. */
  orders: ChannelOrder[]
}

/** The channel's id of an order. */
const integrationOrderId = z.string().trim().min(1).max(100)

export const channelOrdersContract = defineContract({
  name: 'channelOrders',
  operations: {
    'channelOrders.list': answersFront<ChannelOrders>()(none),
    /**
     * Completes an order: one attempt and one entry an order, however often and on however many
     * screens it is requested. Answers what is known of the order then. `not-found` without a sales
     * channel.
     */
    'channelOrders.complete': answersFront<ChannelOrder>()(
      z.strictObject({
        tapId: id,
        integrationOrderId,
        ticket: z.strictObject({ id, code: z.string().max(100) }).nullable(),
      }),
    ),
  },
  events: {
    /** An order of the sales channel changed: refresh them. */
    'channelOrders.changed': event(front),
  },
})
