import type { DeliveryState } from '#contract/deliveries/delivery.ts'
import type { ReservationDetails, ChangeStep } from '#contract/reservations/reservations.ts'
import { endOf, type ReservationRow } from './reservation.ts'

/** A booked reservation and the one that replaces it. */
export interface ChangePair {
  old: ReservationRow
  next: ReservationRow
}

/**
 * The progress of a change; null if it was given up. `sending` is the delivery of the new
 * reservation, `cancelling` that of the old one's cancellation.
 */
export function stepOf(
  { old, next }: ChangePair,
  sending: DeliveryState | null,
  cancelling: DeliveryState | null,
): ChangeStep | null {
  const isStuck = cancelling === 'unknown' || cancelling === 'refused'
  const isOldThere = old.cancellation === null
  if (next.isDiscarded) return null
  if (next.isHeld) return isStuck ? 'cancel-stuck' : 'cancelling-first'
  switch (sending) {
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
    // A withdrawn entry waits until a cancellation can no longer be undone.
    default:
      return isOldThere ? 'booking' : 'booking-last'
  }
}

const startOf = ({ startsAt }: ReservationDetails): number => Date.parse(startsAt)

const overlap = (one: ReservationDetails, other: ReservationDetails): boolean =>
  startOf(one) < Date.parse(endOf(other)) && startOf(other) < Date.parse(endOf(one))

/**
 * Whether the old reservation must be cancelled before the new one is sent, because they share a
 * table at the same time. Never if the old one has no platform id: only a person can cancel it
 * then, and nothing would report when that is done.
 */
export function mustCancelFirst(
  { platformId, booking: old }: ReservationRow,
  next: ReservationDetails,
): boolean {
  if (platformId === null || !next.tableIds.some((id) => old.tableIds.includes(id))) return false
  return overlap(old, next)
}
