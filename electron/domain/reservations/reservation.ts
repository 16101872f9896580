import type { Delivery, DeliveryState } from '#contract/deliveries/delivery.ts'
import {
  type ReservationDetails,
  type ReservationKind,
  type FloorPlan,
  type PartyAhead,
  type Reservation,
  type ReservationChange,
  type Visit,
  largeParty,
} from '#contract/reservations/reservations.ts'
import { tableNames } from './floor-plan.ts'
import { dayOf } from './store-day.ts'

/** What people here say of a visit; lateness and a cancellation are worked out. */
export type VisitMark = Exclude<Visit, 'late' | 'cancelled'>

/** Instants of the platform's answer from which a visit can be told; ISO. */
export interface Stamps {
  completedAt: string | null
  cancelledAt: string | null
  clientSaidItsLateAt: string | null
}
export const noStamps: Stamps = { completedAt: null, cancelledAt: null, clientSaidItsLateAt: null }

/** A cancellation that the platform is not told of: when it was made, and until when it can be taken back; null afterwards. ISO. */
export interface LocalCancellation {
  at: string
  undoUntil: string | null
}

/** All that is kept of a reservation: facts. How far it is sent is in the outbox. */
export interface ReservationRow {
  id: string
  kind: ReservationKind
  reference: string
  booking: ReservationDetails
  platformId: string | null
  code: string | null
  /** It takes the place of another, and is sent once that one is cancelled. */
  isHeld: boolean
  /** It was given up: it is not sent any more, and has no table. */
  isDiscarded: boolean
  mark: VisitMark
  stamps: Stamps
  /** Where it is not `local`, an outbox entry says how far it is. */
  cancellation: { reason: string; local: LocalCancellation | null } | null
  /** The id of the booked reservation whose place it takes. */
  replaces: string | null
  /** The id of the reservation that takes its place, or was to take it. */
  replacedBy: string | null
  takenAt: string
  takenOn: string
}

type Taken = Pick<ReservationRow, 'id' | 'reference' | 'booking' | 'takenAt' | 'takenOn'>

/** A booked reservation of which nothing is known beside what it was taken with, and `taken` says. */
export const newReservation = (taken: Taken & Partial<ReservationRow>): ReservationRow => ({
  kind: 'booked',
  platformId: null,
  code: null,
  isHeld: false,
  isDiscarded: false,
  mark: 'expected',
  stamps: noStamps,
  cancellation: null,
  replaces: null,
  replacedBy: null,
  ...taken,
})

/** How long after their time guests are expected before they count as late. */
export const lateAfterMs = 10 * 60_000

export const endOf = ({ startsAt, durationMinutes }: ReservationDetails): string =>
  new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()

/** Where the guests are: a cancellation first, then what people here said, what the platform said, and what time says. */
function visitOf(stored: ReservationRow, now: number): Visit {
  const { kind, mark, stamps, booking, cancellation } = stored
  if (cancellation !== null || stamps.cancelledAt !== null) return 'cancelled'
  if (mark !== 'expected') return mark
  if (stamps.completedAt !== null) return 'left'
  if (stamps.clientSaidItsLateAt !== null) return 'late'
  const isLate = now >= Date.parse(booking.startsAt) + lateAfterMs
  return isLate && kind !== 'waiting' ? 'late' : 'expected'
}

/** Whether it keeps its tables, and its guests count: not what was given up, is over, or never came. */
export const isActive = (stored: ReservationRow, now: number): boolean =>
  !stored.isDiscarded && !['left', 'no-show', 'cancelled'].includes(visitOf(stored, now))

/** Whether whose it was is forgotten: nobody books without a name. */
export const isForgotten = ({ kind, booking }: Pick<ReservationRow, 'kind' | 'booking'>): boolean =>
  kind === 'booked' && booking.firstName === '' && booking.lastName === ''

/** Nothing of it is at the platform, for certain: it may be changed as one likes, and taken back without a word. */
export const isUnsent = (state: DeliveryState | null): boolean =>
  state === 'queued' || state === 'refused' || state === 'expired'

/** A cancellation that the platform is not told of, as screens see every other. */
export const localDelivery = ({ at: since, undoUntil }: LocalCancellation): Delivery =>
  undoUntil === null ? { state: 'confirmed', since } : { state: 'queued', since, undoUntil }

/** A reservation as screens see it: what is kept, how far it and its cancellation are sent, and the change that it is part of. */
export function viewReservation(
  stored: ReservationRow,
  sent: { delivery: Delivery | null; cancelling: Delivery | null },
  change: ReservationChange | null,
  now: number,
  timeZone: string,
): Reservation {
  const { booking, mark: _mark, stamps: _stamps, cancellation, ...others } = stored
  const { replaces: _replaces, replacedBy: _replacedBy, ...same } = others
  return {
    ...booking,
    ...same,
    delivery: sent.delivery,
    visit: visitOf(stored, now),
    day: dayOf(Date.parse(booking.startsAt), timeZone),
    endsAt: endOf(booking),
    cancellation: cancellation && { reason: cancellation.reason, delivery: sent.cancelling },
    change,
  }
}

/** How long before its time the kitchen hears of a party, and until how long after. */
export const aheadMs = 60 * 60_000
export const afterMs = 30 * 60_000

/** Large parties and allergies of the next hour, the soonest first: nothing of who they are. */
export function partiesAhead(
  reservationList: readonly ReservationRow[],
  plan: FloorPlan,
  now: number,
): PartyAhead[] {
  return reservationList
    .filter((stored) => {
      const { startsAt, partySize, allergies } = stored.booking
      const at = Date.parse(startsAt)
      return (
        at - aheadMs <= now &&
        now < at + afterMs &&
        (partySize >= largeParty || allergies !== '') &&
        stored.kind !== 'waiting' &&
        isActive(stored, now)
      )
    })
    .toSorted((one, other) => (one.booking.startsAt < other.booking.startsAt ? -1 : 1))
    .map(({ id, booking }) => ({
      reservationId: id,
      startsAt: booking.startsAt,
      partySize: booking.partySize,
      allergies: booking.allergies,
      tables: tableNames(plan, booking.tableIds),
    }))
}

/** No letters or digits that are taken for others when they are read out: no 0 and O, 1 and I and L, U and V. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 5

/** A short reference out of an id of the host (a UUID), for people to read out: two in 24 million look alike. */
export function referenceOf(id: string): string {
  let rest = BigInt(`0x${id.replace(/[^0-9a-f]/gi, '') || '0'}`)
  const base = BigInt(letters.length)
  let reference = ''
  for (let place = 0; place < length; place++) {
    reference += letters.charAt(Number(rest % base))
    rest /= base
  }
  return reference
}

/**
 * What the platform is to keep as the guest's requests: their words, what the kitchen must know, and our reference at the end,
 * by which a person there finds a reservation that may have been made twice.
 */
export const specialRequests = (
  { requests, allergies }: { requests: string; allergies: string },
  reference: string,
): string =>
  [
    requests.trim(),
    allergies.trim() === '' ? '' : `Allergies: ${allergies.trim()}`,
    `[${reference}]`,
  ]
    .filter((part) => part !== '')
    .join('\n')
