import type {
  ChangeStep,
  Reservation,
  ReservationChange,
} from '#contract/reservations/reservations.ts'
import { stepOf, type ChangePair } from '#domain/reservations/change.ts'
import { isUnsent, viewReservation, type ReservationRow } from '#domain/reservations/reservation.ts'
import type { Context } from '../noun.ts'
import type { ReservationEvents } from './events.ts'
import type { Sending } from './sending.ts'
import type { ReservationStore } from './store.ts'

type Changing = ChangePair & { step: ChangeStep }

/**
 * The two reservations of a change, and what the outcome of the one means for the other. All within the caller's
 * transaction, so that a crash leaves both before a step or both after it.
 */
export function createPairs(
  { clock, agreed, newId, timeZone }: Context,
  store: ReservationStore,
  sending: Sending,
  { keep }: ReservationEvents,
) {
  function pair(old: ReservationRow | null, next: ReservationRow | null): Changing | null {
    if (old === null || next === null || old.replacedBy !== next.id) return null
    const found = { old, next }
    const step = stepOf(found, sending.stateOf(next), sending.cancellingOf(old))
    return step && { ...found, step }
  }
  /** The change in which a reservation is the old one; null where there is none, or it was given up. */
  const asOld = (stored: ReservationRow) => pair(stored, store.load(stored.replacedBy))
  /** The change in which a reservation is the new one. */
  const asNew = (stored: ReservationRow) => pair(store.load(stored.replaces), stored)

  function changeOf(stored: ReservationRow): ReservationChange | null {
    const found = asOld(stored) ?? asNew(stored)
    if (found === null) return null
    const isOld = found.old.id === stored.id
    const { id, day, startsAt, partySize, tableIds, code, reference, platformId } = viewReservation(
      isOld ? found.next : found.old,
      { delivery: null, cancelling: null },
      null,
      clock.now(),
      timeZone(),
    )
    const other = { id, day, startsAt, partySize, tableIds, code, reference, platformId }
    return { step: found.step, side: isOld ? 'old' : 'new', other }
  }

  /** An old reservation with its cancellation on the way, or left to a person where the platform's id is not known. */
  function cancelOld(old: ReservationRow): ReservationRow {
    const after: ReservationRow = { ...old, cancellation: { reason: '', local: null } }
    sending.cancel(after, newId(), 0)
    return after
  }

  return {
    asOld,
    asNew,
    cancelOld,
    /** Whether a change of it is not done yet: it can't be changed again meanwhile. */
    isChanging: (stored: ReservationRow): boolean =>
      [asOld(stored), asNew(stored)].some((found) => found !== null && found.step !== 'done'),
    /** A reservation as screens see it. */
    view: (stored: ReservationRow): Reservation =>
      viewReservation(
        stored,
        sending.deliveriesOf(stored),
        changeOf(stored),
        clock.now(),
        timeZone(),
      ),
    /** The platform has the new one: the old one is cancelled. */
    nextBooked(next: ReservationRow): void {
      const found = asNew(next)
      if (found?.old.cancellation === null) keep(cancelOld(found.old))
    },
    /** The old one is cancelled: a new one that waited for that is sent. */
    oldCancelled(old: ReservationRow): void {
      const next = asOld(old)?.next
      if (next?.isHeld !== true) return
      const sent = { ...next, isHeld: false }
      sending.enqueue(sent, newId())
      // The old table is gone already, so the new one only expires by a time that every clock agrees on.
      if (Date.parse(next.booking.startsAt) <= agreed.now()) sending.expire(next.id)
      keep(sent)
    },
    /** Gives a change up by its new reservation. False where that comes too late, and nothing was done. */
    giveUp(next: ReservationRow): boolean {
      const found = asNew(next)
      if (found === null) return false
      const { old } = found
      if (next.isHeld ? !sending.undoCancel(old.id) : old.cancellation !== null) return false
      if (!next.isHeld && !isUnsent(sending.stateOf(next))) return false
      sending.giveUp(next.id)
      keep({ ...next, isHeld: false, isDiscarded: true })
      keep({ ...old, cancellation: null, replacedBy: null })
      return true
    },
  }
}
