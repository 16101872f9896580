import type {
  Booking,
  BookingKind,
  BookingObjection,
  FloorPlan,
  PartyAhead,
} from '#contract/reservations/reservations.ts'
import type { StoreHours } from '#domain/menu/store-hours.ts'
import { afterMs, aheadMs, partiesAhead } from '#domain/reservations/ahead.ts'
import { objectionsTo } from '#domain/reservations/objections.ts'
import { endOf, isStanding, type KeptReservation } from '#domain/reservations/reservation.ts'
import type { Clock } from '../clock.ts'
import type { ReservationStore } from './store.ts'

/** What the rules of the book are asked beside. */
export interface BookDeps {
  store: ReservationStore
  clock: Clock
  timeZone: () => string
  countryCode: () => string
  /** Null where no schedule is known. */
  hours: () => StoreHours | null
  plan: () => FloorPlan
  coversPerHalfHour: () => number | null
}

/** What is asked of a booking: a new one, or a change of one that is in the book. */
interface Look {
  kind: BookingKind
  /** The one that is being changed. */
  id: string | null
  /** The platform has it. */
  isSent: boolean
}

/** The rules of the book, asked of what stands in it. Within the caller's transaction, or alone. */
export interface Book {
  objections(booking: Booking, look: Look): BookingObjection[]
  /** Whether another has one of its tables at that time. */
  isTableTaken(kept: KeptReservation): boolean
  /** What the kitchen hears of the next hour. */
  ahead(): PartyAhead[]
}

const halfHourMs = 30 * 60_000
/** The longest that a table is booked for. */
const longestMs = 24 * 3_600_000

const iso = (instant: number): string => new Date(instant).toISOString()

export function createBook(deps: BookDeps): Book {
  const { store, clock } = deps

  /** Every other one that stands and may share a table or a half hour with it. */
  function others(booking: Booking, id: string | null): Booking[] {
    const starts = Date.parse(booking.startsAt)
    const ends = Math.max(Date.parse(endOf(booking)), starts + halfHourMs)
    return (
      store
        .between(iso(starts - longestMs), iso(ends))
        // The old one of a change is not in the way of the new one.
        .filter((each) => each.id !== id && (id === null || each.replacedBy !== id))
        .filter((each) => isStanding(each, clock.now()))
        .filter(({ kind, mark }) => kind !== 'waiting' || mark !== 'expected')
        .map((each) => each.booking)
    )
  }

  const objections: Book['objections'] = (booking, { kind, id, isSent }) =>
    objectionsTo(booking, {
      now: clock.now(),
      timeZone: deps.timeZone(),
      countryCode: deps.countryCode(),
      hours: deps.hours(),
      plan: deps.plan(),
      coversPerHalfHour: deps.coversPerHalfHour(),
      kind,
      isSent,
      others: others(booking, id),
    })

  return {
    objections,
    isTableTaken: ({ booking, kind, id }) =>
      objections(booking, { kind, id, isSent: true }).some(({ code }) => code === 'table-taken'),
    ahead() {
      const now = clock.now()
      return partiesAhead(
        store.between(iso(now - afterMs), iso(now + aheadMs + 1)),
        deps.plan(),
        now,
      )
    },
  }
}
