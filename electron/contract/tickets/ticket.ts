import type { Delivery } from '../deliveries/delivery.ts'

/** How the food leaves: with a driver, over the counter, or to a table. */
export const orderTypes = ['delivery', 'pickup', 'table', 'other'] as const
export type OrderType = (typeof orderTypes)[number]

/** An option chosen within a modifier, with how many of it a single item has. */
export interface TicketOption {
  id: string
  name: string
  /** The order did not tell the name: it is the menu's. */
  fromMenu?: true
  count: number
  /** What it is on the 86 board (contract/stock.ts); null where it has no id, and cannot be sold out. */
  stockKey: string | null
}

export interface TicketModifier {
  name: string
  /** The order did not tell the name: it is the menu's. */
  fromMenu?: true
  options: TicketOption[]
}

/** What of a dish the platform told so oddly that nobody could read it. */
export type UnreadPart = 'name' | 'amount' | 'choices' | 'comment'

export interface TicketItem {
  /** Stable within the ticket, also across changes of the order. */
  key: string
  productId: string
  /** What the product is on the 86 board (contract/stock.ts); null where it has no id, and cannot be sold out. */
  stockKey: string | null
  name: string
  /** The order did not tell the name: it is the menu's. */
  fromMenu?: true
  /** How deep it lies within combos: its combo is the last item before it that lies less deep. Absent where it lies in none. */
  depth?: number
  /** How many are to be made. Of what is in a combo: in all of those combos together. */
  amount: number
  modifiers: TicketModifier[]
  /** What the guest says of it, wherever in the item the platform put that. */
  comment: string | null
  /** Words of the comment or of an option that speak of an allergy, as written. */
  allergyWords: string[]
  /** What could not be read of it: with `amount` among it `amount` is 1, and nobody knows. Mostly empty. */
  unread: UnreadPart[]
  /** A cook has struck it through on the glass; local, the platform never hears of it. */
  struck: boolean
}

/** A text that the platform sent with an order, not with one of its dishes, without telephones and e-mails. */
export interface TicketNote {
  text: string
  /** Words of it that speak of an allergy, as written; none in most. */
  allergyWords: string[]
}

/** A cook has marked a ticket ready, and the platform is told. */
export interface Bump {
  /** ISO. */
  bumpedAt: string
  delivery: Delivery
}

/** One line of what changed in an order since a cook last acknowledged it. */
export interface TicketChange {
  kind: 'added' | 'removed' | 'amount' | 'details'
  /** Key of the item; of a removed one the key that it had. */
  key: string
  name: string
  /** Amounts before and now; 0 where there was or is none. */
  before: number
  now: number
}

/** `lost`: one was assigned and has left; the platform looks for another. */
export type DriverStage =
  | 'planned'
  | 'searching'
  | 'lost'
  | 'assigned'
  | 'at-store'
  | 'picked-up'
  | 'near-client'
  | 'delivered'
  | 'cancelled'

export interface Driver {
  stage: DriverStage
  name: string | null
  vehicle: string | null
  /** Short code that the driver tells at the counter. */
  pickupCode: string | null
  expectedAt: string | null
  /** When one is to be sought, ISO; until then the stage is `planned`. Null where that is not told. */
  searchesAt: string | null
}

/** What front of house needs at the counter; amounts in the store's currency, major units as the platform sends them. */
export interface TicketPayment {
  label: string | null
  amountToPay: number | null
  cashAmount: number | null
}

export type TicketStage = 'new' | 'ready' | 'handed-over' | 'cancelled'

/** An order as the kitchen sees it. Instants are ISO 8601 in UTC. */
export interface Ticket {
  id: string
  /** The big number on the card. */
  code: string
  type: OrderType
  /** Where it was ordered (web, app, counter, a marketplace), as the platform says. */
  source: string | null
  buyerName: string | null
  stage: TicketStage
  createdAt: string
  /** When it must leave the kitchen; the clock on the card counts to it. */
  promisedAt: string
  /** When it belongs on the queue: at once, or promise minus preparation for a scheduled one. */
  queueAt: string
  /** When its clock turns amber; it turns red at `promisedAt`. */
  amberAt: string
  scheduled: boolean
  preparationMinutes: number | null
  items: TicketItem[]
  /** What was noted here of the guest who ordered (guests.setAllergies); null where nothing was. */
  guestAllergies: string | null
  /** What a cook has to know of the whole order: its comments, and whatever in it speaks of an allergy. */
  notes: TicketNote[]
  /** Something of what is to be made could not be read: a dish, or a part of one. The details name it. */
  incomplete: boolean
  /** When a cook began with it, where the kitchen keeps that (Settings); local, the platform never hears of it. */
  startedAt: string | null
  bump: Bump | null
  /** Set while a bumped ticket has been called back to the queue. */
  recalledAt: string | null
  /** Not yet acknowledged changes; empty when there are none. */
  changes: TicketChange[]
  /** A cancellation that a cook has not acknowledged. */
  cancellation: { at: string; reason: string | null } | null
  driver: Driver | null
  /** CSS hex colour that the store gave the order. */
  flagColor: string | null
  payment: TicketPayment
}

/** Everything on the glass at one revision. `now` is the host's clock, so that a screen with a wrong one still counts right. */
export interface TicketsSnapshot {
  revision: number
  now: string
  tickets: Ticket[]
}

/** How many of a product or option are open over all tickets on the queue. */
export interface AllDayCount {
  name: string
  count: number
  options: { name: string; count: number }[]
}

/** How quick the kitchen is today, by the restaurant's own day. */
export interface Pace {
  /** Tickets that were bumped today. */
  ready: number
  /** How many of them after their promise. */
  late: number
  /** From joining the queue to the bump, the median of them; null before the first. */
  medianSeconds: number | null
  /** How many of them were bumped before they joined the queue: they have no time, and are not in the median. */
  early: number
}
