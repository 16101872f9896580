import type { HostEvent } from '#contract/index.ts'
import type { PartyAhead } from '#contract/reservations/reservations.ts'
import {
  type ReservationRow,
  afterMs,
  aheadMs,
  partiesAhead,
} from '#domain/reservations/reservation.ts'
import { dayOf } from '#domain/reservations/store-day.ts'
import type { Context } from '../noun.ts'
import type { ReservationStore } from './store.ts'

/** What the screens have not been told yet. Touched within transactions. */
export function createReservationEvents({ clock, timeZone }: Context, store: ReservationStore) {
  const days = new Set<string>()
  let isAllTouched = false
  let revision = 0
  let reportedAhead = '[]'
  /** `take` is called after every commit of every noun, so it looks at the next hour only when something may have changed. */
  let isAheadDue = true

  /** The large parties and the allergies of the next hour, for the kitchen. */
  function ahead(): PartyAhead[] {
    const now = clock.now()
    const near = store.between(now - afterMs, now + aheadMs + 1)
    return partiesAhead(near, store.plan(), now)
  }

  function takeChanged(): HostEvent[] {
    if (days.size === 0 && !isAllTouched) return []
    // No day named means every day: the plan is part of all of them.
    const changed = isAllTouched ? [] : [...days].toSorted()
    days.clear()
    isAllTouched = false
    revision += 1
    return [{ type: 'reservations.changed', revision, days: changed }]
  }

  function takeAhead(): HostEvent[] {
    if (!isAheadDue) return []
    isAheadDue = false
    const parties = ahead()
    const text = JSON.stringify(parties)
    if (text === reportedAhead) return []
    reportedAhead = text
    return [{ type: 'reservations.ahead', parties }]
  }

  /** A reservation looks different on screen, and so does the other one of a change, which shows how far this one is. */
  function touch(stored: ReservationRow): void {
    for (const each of [stored, store.load(stored.replaces), store.load(stored.replacedBy)])
      if (each !== null) days.add(dayOf(Date.parse(each.booking.startsAt), timeZone()))
    isAheadDue = true
  }

  return {
    ahead,
    touch,
    /** Saves a reservation, and touches it. */
    keep(stored: ReservationRow): void {
      store.save(stored)
      touch(stored)
    },
    /** Sectors, tables or drafts changed. */
    touchAll(): void {
      isAllTouched = true
      isAheadDue = true
    },
    /** Time has passed: the next hour may hold other parties. */
    lookAhead(): void {
      isAheadDue = true
    },
    take: () => [...takeChanged(), ...takeAhead()],
    get revision() {
      return revision
    },
  }
}
export type ReservationEvents = ReturnType<typeof createReservationEvents>
