import { reservationsContract } from '#contract/reservations/contract.ts'
import type { HostEvent } from '#contract/index.ts'
import { countsForDay, isActive } from '#domain/reservations/reservation.ts'
import { boundsOfDays } from '#domain/store-time/business-day.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type Context } from '../noun.ts'
import { ChangeCommands } from './changing.ts'
import { ReservationCommands } from './commands.ts'
import { CancelRules, ReservationRules } from './outbox.ts'
import { ReservationServices } from './services.ts'
import { ReservationQueries } from './queries.ts'
import { VisitCommands } from './visits.ts'
import { reservationKinds } from './sending.ts'
import { ReservationWatch } from './watch.ts'
import { reservationRows } from './store.ts'

/** Reservations made in Kitchen Pass, and what the platform knows about them. */
class Reservations {
  readonly handlers: HandlersOf<'reservations'>
  readonly outbox: { reservation: ReservationRules; 'reservation-cancel': CancelRules }
  readonly #context: Context
  readonly #services: ReservationServices
  readonly #watch: ReservationWatch

  constructor(context: Context) {
    this.#context = context
    const services = new ReservationServices(context)
    this.#services = services
    this.#watch = new ReservationWatch(context, services)
    this.handlers = handlersOf(
      reservationsContract,
      new ReservationQueries(context, services),
      new ReservationCommands(context, services),
      new ChangeCommands(context, services),
      new VisitCommands(context, services),
    )
    this.outbox = {
      reservation: new ReservationRules(context, services),
      'reservation-cancel': new CancelRules(services),
    }
  }

  // For other nouns

  /** How many reservations of a business day have started without a mark whether the guests came. */
  unmarked(day: string): number {
    const now = this.#context.clock.now()
    const { from, to } = this.#boundsOf(day)
    return this.#services.store
      .between(from, Math.min(to, now))
      .filter((each) => each.kind === 'booked' && each.mark === 'expected')
      .filter((each) => isActive(each, now)).length
  }

  /** The guests of a business day: those who came, and those who are expected. */
  coversOf(day: string): number {
    const now = this.#context.clock.now()
    const { from, to } = this.#boundsOf(day)
    return this.#services.store
      .between(from, to)
      .filter((each) => countsForDay(each, now))
      .reduce((sum, { booking: details }) => sum + details.partySize, 0)
  }

  /** Deletes all guests and returns how many there were. */
  forgetAll(): number {
    return this.#watch.forgetAll()
  }

  // Housekeeping

  changes(): HostEvent[] {
    return this.#services.events.drain()
  }

  catchUp(): void {
    this.#watch.catchUp()
  }

  forgetPeople(before: string): boolean {
    this.#watch.forget(Date.parse(before))
    return false
  }

  dropOld(now: number): boolean {
    return this.#watch.dropOld(now)
  }

  #boundsOf(day: string): { from: number; to: number } {
    const { timeZone, settings } = this.#context
    return boundsOfDays({ from: day, to: day }, timeZone(), settings().businessDayBorder)
  }
}

/** The noun of reservations. */
export const reservations = defineNoun(reservationsContract, {
  needs: [menu, drafts],
  tables: [
    {
      ...reservationRows,
      shows: { kinds: reservationKinds, entries: 'all' },
      old: { since: 'starts_at', when: 'has_guest = 0 AND undo_until IS NULL' },
    },
  ],
  create: (context) => new Reservations(context),
})
