import type { Delivery } from './deliveries.ts'

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
