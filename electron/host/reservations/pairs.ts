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
 * Connects the two reservations of a change: the outcome of one decides about the other. Everything
 * runs within the caller's transaction, so a crash never leaves half of a step.
 */
export function createPairs(
  { clock, agreed, newId, timeZone, settings }: Context,
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
  /** The change in which this is the old reservation; null if there is none or it was given up. */
  const asOld = (stored: ReservationRow) => pair(stored, store.load(stored.replacedBy))
  /** The change in which this is the new reservation. */
  const asNew = (stored: ReservationRow) => pair(store.load(stored.replaces), stored)

  const time = () => ({
    now: clock.now(),
    timeZone: timeZone(),
    border: settings().businessDayBorder,
  })

  function changeOf(stored: ReservationRow): ReservationChange | null {
    const found = asOld(stored) ?? asNew(stored)
    if (found === null) return null
    const isOld = found.old.id === stored.id
    const { id, day, businessDay, startsAt, partySize, ...others } = viewReservation(
      isOld ? found.next : found.old,
      { delivery: null, cancelling: null },
      null,
      time(),
    )
    const { tableIds, code, reference, platformId } = others
    const when = { day, businessDay, startsAt }
    const other = { id, ...when, partySize, tableIds, code, reference, platformId }
    return { step: found.step, side: isOld ? 'old' : 'new', other }
  }

  /** Enqueues the cancellation of an old reservation. Without the platform's id a person must cancel it. */
  function cancelOld(old: ReservationRow): ReservationRow {
    const after: ReservationRow = { ...old, cancellation: { reason: '', local: null } }
    sending.cancel(after, newId(), 0)
    return after
  }

  return {
    asOld,
    asNew,
    cancelOld,
    isChanging: (stored: ReservationRow): boolean =>
      [asOld(stored), asNew(stored)].some((found) => found !== null && found.step !== 'done'),
    /** The reservation as screens get it. */
    view: (stored: ReservationRow): Reservation =>
      viewReservation(stored, sending.deliveriesOf(stored), changeOf(stored), time()),
    /** The new reservation is booked, so cancel the old one. */
    nextBooked(next: ReservationRow): void {
      const found = asNew(next)
      if (found?.old.cancellation === null) keep(cancelOld(found.old))
    },
    /** The old one is cancelled, so send a new one that waited for that. */
    oldCancelled(old: ReservationRow): void {
      const next = asOld(old)?.next
      if (next?.isHeld !== true) return
      const sent = { ...next, isHeld: false }
      sending.enqueue(sent, newId())
      // The old table is already lost, so expire the new one only by a time that all clocks agree
      // on.
      if (Date.parse(next.booking.startsAt) <= agreed.now()) sending.expire(next.id)
      keep(sent)
    },
    /** Gives up a change. Returns false, and changes nothing, if it is too late. */
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
