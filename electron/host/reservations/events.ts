import type { HostEvent } from '#contract/index.ts'
import type { PartyAhead } from '#contract/reservations/reservations.ts'
import {
  type ReservationRow,
  afterMs,
  aheadMs,
  partiesAhead,
} from '#domain/reservations/reservation.ts'
import { businessDayOf } from '#domain/shifts/business-day.ts'
import type { Context } from '../noun.ts'
import type { ReservationStore } from './store.ts'

export function createReservationEvents(
  { clock, timeZone, settings }: Context,
  store: ReservationStore,
) {
  const days = new Set<string>()
  let isAllTouched = false
  let revision = 0
  let reportedAhead = '[]'
  /**
   * `take` runs after every commit of every noun, so it checks the next hour only when that may
   * have changed.
   */
  let isAheadDue = true

  function ahead(): PartyAhead[] {
    const now = clock.now()
    const near = store.between(now - afterMs, now + aheadMs + 1)
    return partiesAhead(near, store.plan(), now)
  }

  function takeChanged(): HostEvent[] {
    if (days.size === 0 && !isAllTouched) return []
    // An empty list means every day: the plan belongs to all of them.
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

  /**
   * Marks a reservation as changed, and with it the other reservation of a change, which shows the
   * progress of this one.
   */
  function touch(stored: ReservationRow): void {
    const border = settings().businessDayBorder
    for (const each of [stored, store.load(stored.replaces), store.load(stored.replacedBy)])
      if (each !== null)
        days.add(businessDayOf(Date.parse(each.booking.startsAt), timeZone(), border))
    isAheadDue = true
  }

  return {
    ahead,
    touch,
    keep(stored: ReservationRow): void {
      store.save(stored)
      touch(stored)
    },
    touchAll(): void {
      isAllTouched = true
      isAheadDue = true
    },
    /** Time has passed, so other parties may be due in the next hour. */
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
