import type {
  Booking,
  BookingKind,
  BookingState,
  Cancellation,
  Reservation,
  ReservationChange,
  Visit,
} from '#contract/reservations.ts'
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

/** All that is kept of a reservation. */
export interface KeptReservation {
  id: string
  kind: BookingKind
  reference: string
  booking: Booking
  platformId: string | null
  code: string | null
  state: BookingState
  words: string | null
  mark: VisitMark
  stamps: Stamps
  /** `local`: the platform is not told of it, and nothing more happens once its undo is over. */
  cancellation: (Cancellation & { local: boolean }) | null
  /** The id of the booked reservation whose place it takes. */
  replaces: string | null
  /** The id of the reservation that takes its place, or was to take it. */
  replacedBy: string | null
  takenAt: string
  takenOn: string
}

/** How long after their time guests are expected before they count as late. */
export const lateAfterMs = 10 * 60_000

export const endOf = ({ startsAt, durationMinutes }: Booking): string =>
  new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()

/** Where the guests are: a cancellation first, then what people here said, what the platform said, and what time says. */
function visitOf(kept: KeptReservation, now: number): Visit {
  const { kind, mark, stamps, booking, cancellation } = kept
  if (cancellation !== null || stamps.cancelledAt !== null) return 'cancelled'
  if (mark !== 'expected') return mark
  if (stamps.completedAt !== null) return 'left'
  if (stamps.clientSaidItsLateAt !== null) return 'late'
  const isLate = now >= Date.parse(booking.startsAt) + lateAfterMs
  return isLate && kind !== 'waiting' ? 'late' : 'expected'
}

/** Whether it keeps its tables, and its guests count: not what was given up, is over, or never came. */
export const isStanding = (kept: KeptReservation, now: number): boolean =>
  kept.state !== 'discarded' && !['left', 'no-show', 'cancelled'].includes(visitOf(kept, now))

/** Whether whose it was is forgotten: nobody books without a name. */
export const isForgotten = ({
  kind,
  booking,
}: Pick<KeptReservation, 'kind' | 'booking'>): boolean =>
  kind === 'booked' && booking.firstName === '' && booking.lastName === ''

/** A reservation as screens see it. */
export function viewReservation(
  kept: KeptReservation,
  now: number,
  timeZone: string,
  change: ReservationChange | null,
): Reservation {
  const { booking, mark: _mark, stamps: _stamps, cancellation, ...others } = kept
  const { replaces: _replaces, replacedBy: _replacedBy, ...same } = others
  const { local: _local, ...cancelled } = cancellation ?? { local: false }
  return {
    ...booking,
    ...same,
    visit: visitOf(kept, now),
    day: dayOf(Date.parse(booking.startsAt), timeZone),
    endsAt: endOf(booking),
    cancellation: cancellation === null ? null : (cancelled as Cancellation),
    change,
  }
}
