import type { Delivery } from '../deliveries/delivery.ts'
import type { Ticket } from './ticket.ts'

/** A field that the specification names and does not describe further, as the platform sent it. */
export interface Fact {
  name: string
  value: string
}

/** Something that happened to an order, or is to happen. Instants are ISO 8601 in UTC. */
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

/** What was sent to the platform of an order, or waits to be. */
export interface TicketSent {
  id: string
  delivery: Delivery
  createdAt: string
  /** When it was first on the wire; null while it never was. */
  sentAt: string | null
  attempts: number
}

/** All that is known of one order: people's data, so it is read only when somebody asks for it. */
export interface TicketDetail {
  ticket: Ticket
  fullCode: string | null
  phone: string | null
  /** Where the store itself brings it; null for every other order. */
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
  /** What else people wrote in the order or chose at its checkout, in fields that the specification does not describe. */
  others: Fact[]
  /** The platform's names of fields that could not be read, what a cook needs first; of many the first. */
  unread: string[]
  /** In the order of their time. */
  moments: TicketMoment[]
  /** The newest first. */
  sent: TicketSent[]
}
