/**
 * How far it is that an order of the outside sales channel is complete.
 * - `waiting`: nothing was sent. - `sending`: on the wire. - `complete`: the platform said yes.
 * - `may-be-complete`: sent, and no answer came: it is not sent again by itself, a person decides. - `refused`: the platform
 * said no, in `words`; a person decides. - `settled`: a person said that it is complete. - `discarded`: by a person.
 */
export type ChannelOrderState =
  | 'waiting'
  | 'sending'
  | 'complete'
  | 'may-be-complete'
  | 'refused'
  | 'settled'
  | 'discarded'

/** An order of the outside sales channel that somebody here wants complete. Instants are ISO 8601 in UTC. */
export interface ChannelOrder {
  /** What the channel calls it. */
  integrationOrderId: string
  state: ChannelOrderState
  /** The account in the store's till, as the platform answered it. */
  tabId: string | null
  /** The platform's, where it refused. */
  words: string | null
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
