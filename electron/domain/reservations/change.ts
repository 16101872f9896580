import type { Booking, ChangeStep } from '#contract/reservations.ts'
import { endOf, type KeptReservation } from './reservation.ts'

/** A booked reservation, and the one that takes its place. */
export interface ChangePair {
  old: KeptReservation
  next: KeptReservation
}

/** How far a change is; null where it was given up. */
export function stepOf({ old, next }: ChangePair): ChangeStep | null {
  const cancelling = old.cancellation?.state ?? null
  const isStuck = cancelling === 'may-be-cancelled' || cancelling === 'refused'
  switch (next.state) {
    case 'here':
    case 'discarded':
      return null
    case 'held':
      return isStuck ? 'cancel-stuck' : 'cancelling-first'
    case 'not-yet':
    case 'sending':
      return cancelling === null ? 'booking' : 'booking-last'
    case 'may-exist':
      return 'unsure'
    case 'refused':
    case 'expired':
      return cancelling === null ? 'not-booked' : 'lost'
    case 'booked':
      if (cancelling === 'confirmed') return 'done'
      return isStuck ? 'cancel-by-hand' : 'cancelling'
  }
}

/**
 * Whether the old reservation must go first: the new one takes one of its tables for some of its time. One that the
 * platform cannot be told to cancel never goes first, since nobody could say when it is gone.
 */
export function mustCancelFirst(
  { platformId, booking: old }: KeptReservation,
  next: Booking,
): boolean {
  if (platformId === null || !next.tableIds.some((id) => old.tableIds.includes(id))) return false
  const starts = (booking: Booking): number => Date.parse(booking.startsAt)
  const ends = (booking: Booking): number => Date.parse(endOf(booking))
  return starts(old) < ends(next) && starts(next) < ends(old)
}
