import { z } from 'zod'
import type { Delivery } from './deliveries/delivery.ts'
import { answersFront, defineContract, event, front, id, none } from './operation.ts'

/** An order of the outside sales channel that somebody here wants complete. Instants are ISO 8601 in UTC. */
export interface ChannelOrder {
  /** Names its outbox entry, of the kind `complete-order`. */
  subject: string
  /** What the channel calls it. */
  integrationOrderId: string
  /** It is sent once. Without an answer nobody knows whether it is complete, and a person decides. */
  delivery: Delivery
  /** The account in the store's till, as the platform answered it. */
  tabId: string | null
  askedAt: string
  /** The screen; empty where it has no name. */
  askedOn: string
  /** The ticket that it was asked from, and its code; null where it was asked by hand. */
  ticketId: string | null
  code: string | null
}

export interface ChannelOrders {
  /** Whether there is a sales channel to tell. */
  hasChannel: boolean
  /** Those that wait for a person, then the last 50; the newest first. */
  orders: ChannelOrder[]
}

/** What the channel calls an order. */
const integrationOrderId = z.string().trim().min(1).max(100)

export const channelOrdersContract = defineContract({
  name: 'channelOrders',
  operations: {
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
  },
  events: {
    /** Something became of an order of the sales channel: ask for them again. */
    'channelOrders.changed': event(front),
  },
})
