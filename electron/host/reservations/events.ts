import type { HostEvent } from '#contract/index.ts'
import type { PartyAhead } from '#contract/reservations/reservations.ts'
import type { KeptReservation } from '#domain/reservations/reservation.ts'
import { dayOf } from '#domain/reservations/store-day.ts'

/** What the screens have not been told of the book. Touched within transactions. */
export interface ReservationChanges {
  /** The day of a reservation is another than it was told. */
  touch(kept: KeptReservation): void
  /** All of it is another: sectors or tables changed, or drafts were forgotten. */
  touchAll(): void
  /** Time has gone on: the kitchen's next hour may be another one. */
  lookAhead(): void
  take(): HostEvent[]
  readonly revision: number
}

/** `ahead` is what the kitchen should hear now. */
export function createReservationChanges(
  timeZone: () => string,
  ahead: () => PartyAhead[],
): ReservationChanges {
  const days = new Set<string>()
  let isAllTouched = false
  let revision = 0
  let toldAhead = '[]'
  /** Looked at only where it may be another: this is asked after every commit, whatever it was about. */
  let isAheadDue = true

  function takeBook(): HostEvent[] {
    if (days.size === 0 && !isAllTouched) return []
    // No day named means every day: a plan is drawn below all of them, and a draft is of none.
    const told = isAllTouched ? [] : [...days].toSorted()
    days.clear()
    isAllTouched = false
    revision += 1
    return [{ type: 'reservations.changed', revision, days: told }]
  }

  function takeAhead(): HostEvent[] {
    if (!isAheadDue) return []
    isAheadDue = false
    const parties = ahead()
    const told = JSON.stringify(parties)
    if (told === toldAhead) return []
    toldAhead = told
    return [{ type: 'reservations.ahead', parties }]
  }

  return {
    touch({ booking }) {
      days.add(dayOf(Date.parse(booking.startsAt), timeZone()))
      isAheadDue = true
    },
    touchAll() {
      isAllTouched = true
      isAheadDue = true
    },
    lookAhead() {
      isAheadDue = true
    },
    take: () => [...takeBook(), ...takeAhead()],
    get revision() {
      return revision
    },
  }
}
