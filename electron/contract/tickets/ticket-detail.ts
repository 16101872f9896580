import type { Delivery } from '../deliveries/delivery.ts'
import type { Ticket } from './ticket.ts'

/** A field that the specification names but does not describe, as the platform sent it. */
export interface Fact {
  name: string
  value: string
}

/** Something that happened to an order, or will happen. Instants are ISO 8601 in UTC. */
export interface TicketMoment {
  kind:
    | 'ordered'
    | 'received'
    | 'queued'
    | 'started'
    | 'bumped'
    | 'recalled'
    | 'promised'
    | 'driver-expected'
    | 'driver-at-store'
    | 'driver-left-store'
    | 'driver-near-client'
    | 'delivered'
    | 'delivery-cancelled'
    | 'cancelled'
  at: string
}

/** A bump of the ticket: what was sent to the platform, or waits to be sent. */
export interface TicketSent {
  id: string
  delivery: Delivery
  createdAt: string
  /** When it was first sent; null before. */
  sentAt: string | null
  attempts: number
}

/** All that is known of one order. It is personal data, so it is read only on request. */
export interface TicketDetail {
  ticket: Ticket
  fullCode: string | null
  phone: string | null
  /** Set when the store itself delivers; null for every other order. */
  address: { lines: string[]; zone: string | null; instructions: string | null } | null
  driver: { phone: string | null; trackingUrl: string | null } | null
  /** Amounts in the store's currency, major units as the platform sends them. */
  payment: {
    status: string | null
    method: string | null
    total: number | null
    toPay: number | null
    cash: number | null
    tip: number | null
  }
  gift: Fact[]
  billing: Fact[]
  /**
   * What else people wrote in the order or chose at the checkout, in fields that the specification
   * does not describe.
   */
  others: Fact[]
  /**
   * The platform's names of fields that could not be read. What a cook needs is first; a long list
   * is cut.
   */
  unread: string[]
  /** Oldest first. */
  moments: TicketMoment[]
  /** Newest first. */
  sent: TicketSent[]
}
