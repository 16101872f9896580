import { staffRoles as staff, type Role } from '../shared/caller.ts'

const front: readonly Role[] = ['counter', 'manager']

/**
 * What is sent once and may fail, and who sees and decides its entries. A kind can have stricter
 * rules: only managers see a printed close-out. The subject of an entry is in brackets.
 */
const rolesByKind = {
  /** An order is prepared (the order's id). */
  'preparation-ready': staff,
  /** An item is sold out, counted or on sale (its key). */
  stock: staff,
  /** Fields of a coupon change (its id). */
  'coupon-change': front,
  /** A table is booked (our id of the reservation). */
  reservation: front,
  /** A reservation is cancelled (the same id). */
  'reservation-cancel': front,
  /** An order of the sales channel is complete (channel and order). */
  'complete-order': front,
  /** The store's preparation time (`store`). */
  'preparation-time': front,
  /** The store takes no orders for a while, or takes them again (`store`). */
  pause: front,
  /** The store's hours (`store`). */
  'store-hours': ['manager'],
  /** A receipt printer prints something (the id of the job). */
  print: staff,
} satisfies Readonly<Record<string, readonly Role[]>>
export type DeliveryKind = keyof typeof rolesByKind
export const deliveryRoles: Readonly<Record<DeliveryKind, readonly Role[]>> = rolesByKind
export const deliveryKinds = Object.keys(rolesByKind) as [DeliveryKind, ...DeliveryKind[]]

/**
 * The sending state of an outbox entry.
 * - `queued`: nothing was sent yet.
 * - `sending`: the request is being sent; stored before the socket opens.
 * - `accepted`: the platform accepted the request and confirms it later, as with stock.
 * - `confirmed`: it happened.
 * - `refused`: the receiver rejected it.
 * - `unknown`: it was sent, and nobody knows whether it happened.
 * - `withdrawn`: it was cancelled, or there is nothing left to send.
 * - `expired`: its time passed before it was sent.
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

/** Why an entry is in its state, if the state alone doesn't tell. */
export const deliveryReasons = [
  /** Confirmed or withdrawn by a person. */
  'by-person',
  /** Withdrawn: nothing is left to send, because the order, the change or the guest is gone. */
  'not-needed',
  /** Unknown: the platform accepted it, and never reported that it finished. */
  'not-finished',
  /** Unknown: it happened under an id that is not known here, so only a person can cancel it. */
  'no-platform-id',
  /** Refused: the stored payload can't be read. */
  'unreadable-payload',
  /** A coupon has changed since the person saw it. */
  'conflict',
  /** A coupon change has e-mail addresses, which are not kept over a restart. */
  'emails-forgotten',
  'not-listed',
  /** Withdrawn: it is sent only while the platform can be reached, and it couldn't be. */
  'offline',
  /** Part of a changed field of a coupon could not be read, and sending it would delete the rest. */
  'part-unread',
  /** Refused: the platform doesn't know the item or the address, which the profile may have wrong. */
  'not-there',
  'nobody-listens',
  'no-such-name',
  'no-way-there',
  'too-slow',
  'cut-off',
  'no-printer',
  /** What a printer says about itself. Nothing was sent to it. */
  'no-paper',
  'cover-open',
  'printer-offline',
  /** It has another connection. It is tried again by itself. */
  'printer-busy',
  /** Kitchen Pass doesn't print to this address or port (`anyPrinterAddress`). */
  'not-for-printers',
  /** No USB printer has this device file, the host may not open it, or another program has it. */
  'no-device',
  'no-permission',
  'device-busy',
  /** This system keeps USB printers for itself. */
  'usb-needs-linux',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/**
 * What a person can decide about an entry.
 * - `retry`: send it again.
 * - `mark-done`: it happened, so nothing is sent.
 * - `dismiss`: discard it.
 */
export const deliveryChoices = ['retry', 'mark-done', 'dismiss'] as const
export type DeliveryChoice = (typeof deliveryChoices)[number]

/** The sending state of an outbox entry. */
export interface Delivery {
  state: DeliveryState
  /** When it reached that state, ISO. */
  since: string
  /** Until when it can be undone before anything is sent, ISO; absent afterwards. */
  undoUntil?: string
  reason?: DeliveryReason
  /** The receiver's or the system's own text. */
  message?: string
  /** What a person can decide now; absent if there is nothing to decide. */
  choices?: readonly DeliveryChoice[]
}

/**
 * Whether a person has to decide: the entry was rejected, has expired, or nobody knows whether it
 * happened.
 */
export const needsDecision = ({ state, choices }: Delivery): boolean =>
  choices !== undefined && (state === 'refused' || state === 'unknown' || state === 'expired')

/** The newest entry of a kind and subject. */
export interface DeliveryName {
  kind: DeliveryKind
  subject: string
}

/** What a screen needs, beside the title, to describe an entry and to open it. */
export interface AboutEntry {
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
   * For a change of a reservation: the old one is still to be cancelled, or it is cancelled and the
   * new one was not booked. For a pause: it is about its end.
   */
  change?: 'cancel-by-hand' | 'lost' | 'opening'
}

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
  total: number
}

/** The largest number of things in one message, because all of them go into one transaction. */
export const maxAtOnce = 200
