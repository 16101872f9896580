import type { Delivery } from '../deliveries/delivery.ts'

/** How the food leaves: with a driver, over the counter, or to a table. */
export const orderTypes = ['delivery', 'pickup', 'table', 'other'] as const
export type OrderType = (typeof orderTypes)[number]

/** An option chosen within a modifier, with its count for a single item. */
export interface TicketOption {
  id: string
  name: string
  /** The order did not contain the name: it is the menu's. */
  fromMenu?: true
  count: number
  /** The product comes with it unless somebody chooses otherwise. Absent if not, or unknown. */
  isDefault?: true
  /** The order only counts it, and neither it nor the menu names it: `name` is "?". */
  isUnknown?: true
  /**
   * Its key on the 86 board (contract/stock/stock.ts); null for an option without an id, which cannot be
   * sold out.
   */
  stockKey: string | null
}

export interface TicketModifier {
  name: string
  /** The order did not contain the name: it is the menu's. */
  fromMenu?: true
  options: TicketOption[]
}

export type UnreadPart = 'name' | 'amount' | 'choices' | 'comment'

export interface TicketItem {
  /** Stable within the ticket, also when the order changes. */
  key: string
  productId: string
  /**
   * The product's key on the 86 board (contract/stock/stock.ts); null for a product without an id, which
   * cannot be sold out.
   */
  stockKey: string | null
  name: string
  /** The order did not contain the name: it is the menu's. */
  fromMenu?: true
  /**
   * The level within combos: its combo is the last item before it with a lower level. Absent
   * outside of combos.
   */
  depth?: number
  /**
   * How many to make. For an item of a combo: in all of those combos together. Below zero: how many
   * to take off, where the order has no such dish.
   */
  amount: number
  modifiers: TicketModifier[]
  /** The guest's words about the item, from whichever of its fields. */
  comment: string | null
  /** Words of the comment or of an option that suggest an allergy, as written. */
  allergyWords: string[]
  /**
   * What could not be read. If it contains `amount`, then `amount` is 1 and the real one is
   * unknown. Usually empty.
   */
  unread: UnreadPart[]
  /**
   * Every station is done with it; without stations, a cook struck it through. This stays here; the
   * platform never receives it.
   */
  struck: boolean
  /** The stations that make it; absent in a kitchen without stations. */
  work?: StationWork[]
  /** Somebody at expo put it into the bag. Absent if not. */
  isBagged?: true
  /** Which course of the meal it is; absent without courses, and then it is made at once. */
  course?: number
  /** Its course was not fired yet, so nobody makes it. Absent if it may be made. */
  isHeld?: true
  /**
   * When to start it so that the dishes of a course are done together, ISO; absent if at once. The
   * host leaves it in when the ticket gets late: from `amberAt` on, every dish is at once.
   */
  startsAt?: string
}

/** A course of a meal. Firing it tells the kitchen to make it. */
export interface TicketCourse {
  course: number
  /** ISO; null while its dishes are held. */
  firedAt: string | null
}

/** A dish at one of its stations. Instants are ISO; both are null while nobody has begun it. */
export interface StationWork {
  station: string
  startedAt: string | null
  doneAt: string | null
  /** The screen of the last tap, as it was called then; empty without a name. */
  by: string
}

/** A text that the platform sent with the order as a whole, without telephones and e-mails. */
export interface TicketNote {
  text: string
  /** Words of it that suggest an allergy, as written; usually none. */
  allergyWords: string[]
}

/** A cook marked the ticket ready; the bump is sent to the platform. */
export interface Bump {
  bumpedAt: string
  delivery: Delivery
}

interface Change {
  /** Two changes of a ticket with the same kind and key are the same. */
  key: string
  /** The stations that have not acknowledged it; absent in a kitchen without stations. */
  stations?: string[]
}

/** A change of a dish. One with another amount and other details has both changes. */
export interface ItemChange extends Change {
  kind: 'added' | 'removed' | 'amount' | 'details'
  /** The item's key; for a removed item its former key. */
  key: string
  name: string
  /** Amounts before and now; 0 for an added item before, and for a removed one now. */
  before: number
  now: number
}

/** A change of what a kitchen acts on besides the dishes. Instants are ISO. */
export type OrderChange = Change &
  (
    | { kind: 'type'; before: OrderType; now: OrderType }
    /** The promised time moved. */
    | { kind: 'time'; before: string; now: string }
    /** The guest's name, or the table. */
    | { kind: 'buyer'; before: string | null; now: string }
    | { kind: 'note'; note: TicketNote }
    | { kind: 'note-gone'; text: string }
    /** It was cancelled, and is to be made after all. */
    | { kind: 'again' }
    /** It was closed or picked up before anybody bumped it, with so many dishes not done. */
    | { kind: 'closed'; unmade: number }
  )

export type TicketChange = ItemChange | OrderChange

/** `lost`: a driver was assigned and left; the platform looks for another. */
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
  /** A short code that the driver says at the counter. */
  pickupCode: string | null
  expectedAt: string | null
  /**
   * When the platform starts to look for a driver, ISO; until then the stage is `planned`. Null
   * when that is unknown.
   */
  searchesAt: string | null
}

/**
 * What the front of house needs at the counter. Amounts in the store's currency, major units as the
 * platform sends them.
 */
export interface TicketPayment {
  label: string | null
  amountToPay: number | null
  cashAmount: number | null
}

export interface TicketCancellation {
  at: string
  reason: string | null
  /** The stations that have not acknowledged it; absent in a kitchen without stations. */
  stations?: string[]
}

/** Whether an order is over for everybody else, and a cook has not seen that. */
export const isClosedUnseen = ({ changes }: Pick<Ticket, 'changes'>): boolean =>
  changes.some(({ kind }) => kind === 'closed')

export type TicketStage = 'new' | 'ready' | 'handed-over' | 'cancelled'

/** A ticket at the place where orders are put together and handed over. Instants are ISO. */
export interface TicketExpo {
  /** When the last of its dishes was done; null while some are not. */
  doneAt: string | null
  /** When its first dish has waited too long since it was done; null if none can, or none is done. */
  coolsAt: string | null
  /** Where it waits: a shelf or locker. Empty if nobody said. */
  shelf: string
  /** What to put with it, from the categories of its dishes. */
  packing: string[]
  /** Somebody here handed it over; null if nobody did. */
  handedOverAt: string | null
}

/** An order as the kitchen sees it. Instants are ISO 8601 in UTC. */
export interface Ticket {
  id: string
  /** The big number on the card. */
  code: string
  type: OrderType
  /** Where it was ordered (web, app, counter, a marketplace), as the platform says. */
  source: string | null
  buyerName: string | null
  /** The code of the order from which the platform split or copied it; absent if from none. */
  splitFrom?: string
  stage: TicketStage
  createdAt: string
  /** When it must leave the kitchen. The clock on the card counts down to this. */
  promisedAt: string
  /** When it appears on the wall: at once, or the promised time minus preparation for a scheduled order. */
  queueAt: string
  /** When its clock turns amber; it turns red at `promisedAt`. */
  amberAt: string
  /** When it counts as very late; null if that is turned off. */
  veryLateAt: string | null
  scheduled: boolean
  preparationMinutes: number | null
  items: TicketItem[]
  /** What somebody noted here about the guest who ordered (guests.setAllergies); null without a note. */
  guestAllergies: string | null
  /** What a cook must know about the whole order: its comments, and any text that suggests an allergy. */
  notes: TicketNote[]
  /** A dish, or a part of one, could not be read. The details name it. */
  incomplete: boolean
  /**
   * When a cook started it, if the kitchen records that (Settings). It stays here; the platform
   * never receives it.
   */
  startedAt: string | null
  bump: Bump | null
  /**
   * The platform says that it is ready, but nobody bumped it here: somebody else did, perhaps
   * another Kitchen Pass of the same store. Absent if not.
   */
  isReadyElsewhere?: true
  /** Set while a bumped ticket is back on the wall. */
  recalledAt: string | null
  changes: TicketChange[]
  /** A cancellation that a cook has not acknowledged yet. */
  cancellation: TicketCancellation | null
  driver: Driver | null
  /** A CSS hex colour that the store gave the order. */
  flagColor: string | null
  payment: TicketPayment
  /** What expo knows of it; absent as long as there is nothing. */
  expo?: TicketExpo
  /** Its courses, the first one first; absent for fewer than two, and in a kitchen without courses. */
  courses?: TicketCourse[]
}

/**
 * All open tickets at one revision. `now` is the host's clock, so that a screen with a wrong clock
 * still counts correctly.
 */
export interface TicketsSnapshot {
  revision: number
  now: string
  tickets: Ticket[]
}

/** How many of a product or option are to be made, over all tickets on the wall. */
/** The dish that a guest ordered most often. */
export interface FavouriteDish {
  name: string
  /** How many of the guest's orders have it, and how many there are. */
  orders: number
  ofOrders: number
}

export interface AllDayCount {
  name: string
  count: number
  options: { name: string; count: number }[]
}

/** How fast tickets were ready today; of stations, how fast their dishes were done. */
export interface Pace {
  ready: number
  /** How many of them were bumped or done after their promised time. */
  late: number
  /** The median time from the wall to the bump, or of work on a dish; null before the first. */
  medianSeconds: number | null
  /**
   * Tickets that were bumped before they were due on the wall: they have no time and do not count
   * in the median.
   */
  early: number
}
