import { z } from 'zod'
import type { Delivery } from './deliveries/delivery.ts'
import { answersFront, defineContract, event, front, id, none } from './operation.ts'

/**
 * An order of the external sales channel that somebody here marked as complete. Instants are ISO
 * 8601 in UTC.
 */
export interface ChannelOrder {
  /** The subject of its outbox entry (kind `complete-order`). */
  subject: string
  /** The order's id in the channel. */
  integrationOrderId: string
  /** It is sent only once. Without an answer nobody knows whether it is complete, so a person decides. */
  delivery: Delivery
  /** The account in the store's till that the platform returned. */
  tabId: string | null
  askedAt: string
  /** The name of the screen; empty when it has none. */
  askedOn: string
  /** The ticket it was requested from, and its code; null when it was typed by hand. */
  ticketId: string | null
  code: string | null
}

export interface ChannelOrders {
  /** Whether a sales channel is connected. */
  hasChannel: boolean
  /** First the orders that need a decision, then the last 50; newest first. */
  orders: ChannelOrder[]
}

/** The order's id in the channel. */
const integrationOrderId = z.string().trim().min(1).max(100)

export const channelOrdersContract = defineContract({
  name: 'channelOrders',
  operations: {
    'channelOrders.list': answersFront<ChannelOrders>()(none),
    /**
     * Marks an order as complete: one attempt and one entry per order, from however many screens it
     * is requested. Returns the current state. `not-found` when no sales channel is connected.
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
    /** An order of the sales channel changed; list them again. */
    'channelOrders.changed': event(front),
  },
})
