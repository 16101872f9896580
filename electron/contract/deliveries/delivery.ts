import type { Role } from '../caller.ts'

/**
 * What is sent once and may fail; the subject of an entry in brackets.
 * - `preparation-ready`: an order is prepared (the order's id). - `stock`: an item is sold out, counted or on sale (its key).
 * - `coupon-change`: fields of a coupon change (its id). - `reservation`: a table is booked (our id of the reservation).
 * - `reservation-cancel`: a booked reservation is cancelled (the same id). - `complete-order`: an order of the sales channel
 * is complete (channel and order). - `print`: a receipt printer prints a paper (the id of the job).
 */
export const deliveryKinds = [
  'preparation-ready',
  'stock',
  'coupon-change',
  'reservation',
  'reservation-cancel',
  'complete-order',
  'print',
] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/**
 * How far an outbox entry is.
 * - `queued`: nothing has left yet. - `sending`: on the wire; stored before the socket opened.
 * - `accepted`: the platform took the request and confirms it later, as with stock. - `confirmed`: it happened.
 * - `refused`: the receiver said no. - `unknown`: it was sent, and nobody knows whether it happened.
 * - `withdrawn`: taken back, or there is nothing left to send. - `expired`: its time passed before it was sent.
 */
export const deliveryStates = [
  'queued',
  'sending',
  'accepted',
  'confirmed',
  'refused',
  'unknown',
  'withdrawn',
  'expired',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why an entry is in its state, where the state alone doesn't say it. */
export const deliveryReasons = [
  /** Confirmed or withdrawn: a person said so. */
  'by-person',
  /** Withdrawn: nothing is left to send, because the order, the change or the guest is gone. */
  'not-needed',
  /** Unknown: the platform accepted it, and never reported that it finished. */
  'not-finished',
  /** Unknown: it happened under an id that is not known here, so that only a person can cancel it. */
  'no-platform-id',
  /** Refused: what it says can't be read. */
  'unreadable-payload',
  /** A coupon has changed since the person saw it. */
  'conflict',
  /** A coupon change has e-mail addresses, which are not kept over a restart. */
  'emails-forgotten',
  /** The platform doesn't list the coupon any more. */
  'not-listed',
  /** Part of a changed field of a coupon could not be read, and sending it would delete the rest. */
  'part-unread',
  /** A printer could not be reached. */
  'nobody-listens',
  'no-such-name',
  'no-way-there',
  'too-slow',
  'cut-off',
  /** What answers at the printer's address is no printer. */
  'no-printer',
  /** An address or a port at which Kitchen Pass looks for no printer (`anyPrinterAddress`). */
  'not-for-printers',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/**
 * What a person can decide about an entry.
 * - `retry`: send it again. - `mark-done`: it happened, there is nothing to send. - `dismiss`: give it up.
 */
export const deliveryChoices = ['retry', 'mark-done', 'dismiss'] as const
export type DeliveryChoice = (typeof deliveryChoices)[number]

/** The sending state of an outbox entry. */
export interface Delivery {
  state: DeliveryState
  /** When it came to that, ISO. */
  since: string
  /** Until when it can be taken back before anything is sent, ISO; absent once that is over. */
  undoUntil?: string
  reason?: DeliveryReason
  /** The receiver's or the system's own text. */
  message?: string
  /** What a person can decide now; absent while there is nothing to decide. */
  choices?: readonly DeliveryChoice[]
}

/** Whether a person has to decide about it: it was refused, has expired, or nobody knows whether it happened. */
export const needsDecision = ({ state, choices }: Delivery): boolean =>
  choices !== undefined && (state === 'refused' || state === 'unknown' || state === 'expired')

/** The newest entry of a kind and subject. */
export interface DeliveryName {
  kind: DeliveryKind
  subject: string
}

/** What a screen needs, beside the title, to describe an entry and to open it. */
export interface AboutEntry {
  /** What is printed, and the name of the printer. */
  printed?: 'ticket' | 'close-out' | 'test'
  printer?: string
  /**
   * Whether it is a count. Orders have reduced it since, so a person counts again instead of
   * sending it again.
   */
  isCount?: true
  /** The reservation to open, and its local date. For a change it is the new one. */
  reservation?: { id: string; day: string }
  /**
   * For a change: the old reservation is still to be cancelled, or it is cancelled and the new one
   * was not booked.
   */
  change?: 'cancel-by-hand' | 'lost'
}

/** An entry that needs a decision. */
export interface PendingDecision extends DeliveryName {
  /**
   * A title for people: the code of a ticket, the name of an item or a guest. Empty when it is no
   * longer known.
   */
  title: string
  about: AboutEntry
  delivery: Delivery
  /** When it was enqueued, ISO. */
  createdAt: string
}

export interface PendingDecisions {
  /** Newest first, at most 500. */
  decisions: PendingDecision[]
  /** The total number. */
  total: number
}

/** Who sees and decides entries of a kind; a kind's own rules may be stricter (a printed close-out is a manager's alone). */
export const deliveryRoles: Readonly<Record<DeliveryKind, readonly Role[]>> = {
  'preparation-ready': ['kitchen', 'counter', 'manager'],
  stock: ['kitchen', 'counter', 'manager'],
  'coupon-change': ['counter', 'manager'],
  reservation: ['counter', 'manager'],
  'reservation-cancel': ['counter', 'manager'],
  'complete-order': ['counter', 'manager'],
  print: ['kitchen', 'counter', 'manager'],
}

/** How many things one message may be about: so many go into one transaction. */
export const mostAtOnce = 200
