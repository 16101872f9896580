import { reservationsContract } from '#contract/reservations/contract.ts'
import { countsForDay, isActive } from '#domain/reservations/reservation.ts'
import { boundsOfDays } from '#domain/shifts/business-day.ts'
import { drafts } from '../drafts/drafts.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import { createChanging } from './changing.ts'
import { createReservationCommands } from './commands.ts'
import { cancelRules, reservationRules } from './outbox.ts'
import { createReservationServices } from './services.ts'
import { createReservationQueries } from './queries.ts'
import { reservationKinds } from './sending.ts'
import { createReservationWatch } from './watch.ts'
import { reservationRows } from './store.ts'

/** Reservations made in Kitchen Pass, and what the platform knows about them. */
export const reservations = defineNoun(reservationsContract, {
  needs: [menu, drafts],
  tables: [
    {
      ...reservationRows,
      shows: { kinds: reservationKinds, entries: 'all' },
      old: { since: 'starts_at', when: 'has_guest = 0 AND undo_until IS NULL' },
    },
  ],
  create(context) {
    const { clock, timeZone, settings } = context
    const parts = createReservationServices(context)
    const watch = createReservationWatch(context, parts)
    return {
      handlers: {
        ...createReservationQueries(context, parts),
        ...createReservationCommands(context, parts),
        ...createChanging(context, parts),
      },
      api: {
        forgetAll: watch.forgetAll,
        /** How many reservations of a business day have started without a mark whether the guests came. */
        unmarked(day: string): number {
          const border = settings().businessDayBorder
          const { from, to } = boundsOfDays({ from: day, to: day }, timeZone(), border)
          const now = clock.now()
          return parts.store
            .between(from, Math.min(to, now))
            .filter((each) => each.kind === 'booked' && each.mark === 'expected')
            .filter((each) => isActive(each, now)).length
        },
        /** The guests of a business day: those who came, and those who are expected. */
        coversOf(day: string): number {
          const border = settings().businessDayBorder
          const { from, to } = boundsOfDays({ from: day, to: day }, timeZone(), border)
          return parts.store
            .between(from, to)
            .filter((each) => countsForDay(each, clock.now()))
            .reduce((sum, { booking }) => sum + booking.partySize, 0)
        },
      },
      outbox: {
        reservation: reservationRules(context, parts),
        'reservation-cancel': cancelRules(parts),
      },
      changes: parts.events.take,
      catchUp: watch.catchUp,
      forgetPeople: watch.forgetPeople,
      dropOld: watch.dropOld,
    }
  },
})
