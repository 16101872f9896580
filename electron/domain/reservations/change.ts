import type { DeliveryState } from '#contract/deliveries/delivery.ts'
import type { ReservationDetails, ChangeStep } from '#contract/reservations/reservations.ts'
import { endOf, type ReservationRow } from './reservation.ts'

/** A booked reservation, and the one that takes its place. */
export interface ChangePair {
  old: ReservationRow
  next: ReservationRow
}

/**
 * How far a change is; null where it was given up. `booking` is how far the new one is sent, `cancelling` the cancellation of
 * the old one.
 */
export function stepOf(
  { old, next }: ChangePair,
  booking: DeliveryState | null,
  cancelling: DeliveryState | null,
): ChangeStep | null {
  const isStuck = cancelling === 'unknown' || cancelling === 'refused'
  const isOldThere = old.cancellation === null
  if (next.isDiscarded) return null
  if (next.isHeld) return isStuck ? 'cancel-stuck' : 'cancelling-first'
  switch (booking) {
    case null:
      return null
    case 'unknown':
      return 'unsure'
    case 'refused':
    case 'expired':
      return isOldThere ? 'not-booked' : 'lost'
    case 'confirmed':
      if (cancelling === 'confirmed') return 'done'
      return isStuck ? 'cancel-by-hand' : 'cancelling'
    // Withdrawn it waits for the end of an undo.
    default:
      return isOldThere ? 'booking' : 'booking-last'
  }
}

/**
 * Whether the old reservation must go first: the new one takes one of its tables for some of its time. One that the
 * platform cannot be told to cancel never goes first, since nobody could say when it is gone.
 */
export function mustCancelFirst(
  { platformId, booking: old }: ReservationRow,
  next: ReservationDetails,
): boolean {
  if (platformId === null || !next.tableIds.some((id) => old.tableIds.includes(id))) return false
  const starts = (booking: ReservationDetails): number => Date.parse(booking.startsAt)
  const ends = (booking: ReservationDetails): number => Date.parse(endOf(booking))
  return starts(old) < ends(next) && starts(next) < ends(old)
}
