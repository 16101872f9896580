import type {
  ChangeStep,
  Reservation,
  ReservationChange,
} from '#contract/reservations/reservations.ts'
import { stepOf, type ChangePair } from '#domain/reservations/change.ts'
import {
  isUnsent,
  viewReservation,
  type KeptReservation,
} from '#domain/reservations/reservation.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Sending } from './sending.ts'
import type { ReservationStore } from './store.ts'

/**
 * The two reservations of a change, and what the outcome of the one means for the other. All within the caller's
 * transaction, so that a crash leaves both before a step or both after it.
 */
export interface Pairs {
  /** The change in which a reservation is the old one; null where there is none, or it was given up. */
  asOld(kept: KeptReservation): ChangePair | null
  /** The change in which a reservation is the new one. */
  asNew(kept: KeptReservation): ChangePair | null
  /** Whether a change of it is not over: it takes no other word meanwhile. */
  isChanging(kept: KeptReservation): boolean
  /** A reservation as screens see it. */
  view(kept: KeptReservation): Reservation
  /** An old reservation with its cancellation on the way, or left to a person where the platform's id is not known. */
  cancelOld(old: KeptReservation): KeptReservation
  /** The platform has the new one: the old one is cancelled. */
  nextBooked(next: KeptReservation): void
  /** The old one is cancelled: a new one that waited for that is sent. */
  oldCancelled(old: KeptReservation): void
  /** Gives a change up by its new reservation. False where that comes too late, and nothing was done. */
  giveUp(next: KeptReservation): boolean
}

interface PairsDeps {
  store: ReservationStore
  sending: Sending
  clock: Clock
  agreed: AgreedTime
  newId: () => string
  timeZone: () => string
  keep(kept: KeptReservation): void
}

export function createPairs(deps: PairsDeps): Pairs {
  const { store, sending, clock, agreed, newId, timeZone, keep } = deps

  type Changing = ChangePair & { step: ChangeStep }
  function pair(old: KeptReservation | null, next: KeptReservation | null): Changing | null {
    if (old === null || next === null || old.replacedBy !== next.id) return null
    const found = { old, next }
    const step = stepOf(found, sending.stateOf(next), sending.cancellingOf(old))
    return step && { ...found, step }
  }
  const load = (id: string | null): KeptReservation | null => (id === null ? null : store.load(id))
  const withNext = (kept: KeptReservation): Changing | null => pair(kept, load(kept.replacedBy))
  const withOld = (kept: KeptReservation): Changing | null => pair(load(kept.replaces), kept)
  const nothing = { delivery: null, cancelling: null }

  function changeOf(kept: KeptReservation): ReservationChange | null {
    const found = withNext(kept) ?? withOld(kept)
    if (found === null) return null
    const isOld = found.old.id === kept.id
    const { id, day, startsAt, partySize, tableIds, code, reference, platformId } = viewReservation(
      isOld ? found.next : found.old,
      nothing,
      null,
      clock.now(),
      timeZone(),
    )
    const other = { id, day, startsAt, partySize, tableIds, code, reference, platformId }
    return { step: found.step, side: isOld ? 'old' : 'new', other }
  }

  function cancelOld(old: KeptReservation): KeptReservation {
    const after: KeptReservation = { ...old, cancellation: { reason: '', local: null } }
    sending.cancel(after, newId(), 0)
    return after
  }

  return {
    asOld: withNext,
    asNew: withOld,
    isChanging: (kept) =>
      [withNext(kept), withOld(kept)].some((found) => found !== null && found.step !== 'done'),
    view: (kept) =>
      viewReservation(kept, sending.deliveriesOf(kept), changeOf(kept), clock.now(), timeZone()),
    cancelOld,
    nextBooked(next) {
      const found = withOld(next)
      if (found?.old.cancellation === null) keep(cancelOld(found.old))
    },
    oldCancelled(old) {
      const next = withNext(old)?.next
      if (next?.isHeld !== true) return
      const sent = { ...next, isHeld: false }
      sending.book(sent, newId())
      // Its table is gone already: a clock that somebody has set does not give it up as well.
      if (Date.parse(next.booking.startsAt) <= agreed.now()) sending.expire(next.id)
      keep(sent)
    },
    giveUp(next) {
      const found = withOld(next)
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
