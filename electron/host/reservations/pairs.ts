import type { Reservation, ReservationChange } from '#contract/reservations.ts'
import { stepOf, type ChangePair } from '#domain/reservations/change.ts'
import { viewReservation, type KeptReservation } from '#domain/reservations/reservation.ts'
import { notKnownThere } from '#domain/reservations/sending.ts'
import type { AgreedTime } from '../agreed-time.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { ReservationEntries } from './entries.ts'
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
  entries: ReservationEntries
  clock: Clock
  agreed: AgreedTime
  newId: () => string
  timeZone: () => string
  keep(kept: KeptReservation): void
}

export function createPairs(deps: PairsDeps): Pairs {
  const { store, entries, clock, agreed, newId, timeZone, keep } = deps

  function pair(old: KeptReservation | null, next: KeptReservation | null): ChangePair | null {
    if (old === null || next === null || old.replacedBy !== next.id) return null
    return stepOf({ old, next }) === null ? null : { old, next }
  }
  const load = (id: string | null): KeptReservation | null => (id === null ? null : store.load(id))
  const asOld: Pairs['asOld'] = (kept) => pair(kept, load(kept.replacedBy))
  const asNew: Pairs['asNew'] = (kept) => pair(load(kept.replaces), kept)
  const plain = (kept: KeptReservation): Reservation =>
    viewReservation(kept, clock.now(), timeZone(), null)

  function changeOf(kept: KeptReservation): ReservationChange | null {
    const found = asOld(kept) ?? asNew(kept)
    const step = found && stepOf(found)
    if (found === null || step === null) return null
    const isOld = found.old.id === kept.id
    const { id, day, startsAt, partySize, tableIds, code, reference, platformId } = plain(
      isOld ? found.next : found.old,
    )
    const other = { id, day, startsAt, partySize, tableIds, code, reference, platformId }
    return { step, side: isOld ? 'old' : 'new', other }
  }

  function cancelOld(old: KeptReservation): KeptReservation {
    const { platformId } = old
    const local = platformId === null
    const after: KeptReservation = {
      ...old,
      cancellation: {
        state: local ? 'may-be-cancelled' : 'queued',
        reason: '',
        undoUntil: isoNow(clock),
        words: local ? notKnownThere : null,
        local,
      },
    }
    if (platformId !== null) entries.cancel({ ...after, platformId }, newId(), 0)
    return after
  }

  return {
    asOld,
    asNew,
    isChanging: (kept) =>
      [asOld(kept), asNew(kept)].some((found) => found !== null && stepOf(found) !== 'done'),
    view: (kept) => viewReservation(kept, clock.now(), timeZone(), changeOf(kept)),
    cancelOld,
    nextBooked(next) {
      const found = asNew(next)
      if (found?.old.cancellation === null) keep(cancelOld(found.old))
    },
    oldCancelled(old) {
      const next = asOld(old)?.next
      if (next?.state !== 'held') return
      // Its table is gone already: a clock that somebody has set does not give it up as well.
      const isPast = Date.parse(next.booking.startsAt) <= agreed.now()
      if (!isPast) entries.book(next, newId())
      keep({ ...next, state: isPast ? 'expired' : 'not-yet' })
    },
    giveUp(next) {
      const found = asNew(next)
      if (found === null) return false
      const { old } = found
      if (next.state === 'held' ? !entries.undoCancel(old.id) : old.cancellation !== null)
        return false
      if (!['held', 'not-yet', 'refused', 'expired'].includes(next.state)) return false
      entries.withdraw(next.id)
      keep({ ...next, state: 'discarded', words: null })
      keep({ ...old, cancellation: null, replacedBy: null })
      return true
    },
  }
}
