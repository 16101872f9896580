import { visitOf, type ReservationRow } from '#domain/reservations/reservation.ts'
import { tableNames } from '#domain/reservations/details.ts'
import type { GuestVisit } from '#contract/guests/visits.ts'
import { boundsOfDays } from '#domain/store-time/business-day.ts'
import type { Rows } from '../db/rows.ts'
import type { Context } from '../noun.ts'
import type { ReservationServices } from './services.ts'
import { reservationRows, type StoredRow } from './store.ts'

/** More than a month of a busy restaurant; older ones mostly name no guest any more. */
const maxLatest = 2_000

/** Reservations by their guests, for the noun of guests. */
export class GuestHistory {
  readonly #context: Context
  readonly #services: ReservationServices
  readonly #table: Rows<StoredRow>
  #read: { commits: number; rows: readonly ReservationRow[] } | null = null

  constructor(context: Context, services: ReservationServices) {
    this.#context = context
    this.#services = services
    this.#table = context.rows(reservationRows)
  }

  /** The latest that name a guest, newest first. The same array until something is stored. */
  latest(): readonly ReservationRow[] {
    const { commits } = this.#context.db
    if (this.#read?.commits === commits) return this.#read.rows
    const where = 'has_guest = 1 ORDER BY starts_at DESC LIMIT ?'
    const rows = this.#table
      .all(where, maxLatest)
      .map(({ kept }) => kept)
      .filter((row) => !row.isDiscarded && !row.isHeld && row.replacedBy === null)
    this.#read = { commits, rows }
    return rows
  }

  /** Those of a business day, by time. */
  ofDay(day: string): ReservationRow[] {
    const { timeZone, settings } = this.#context
    const bounds = boundsOfDays({ from: day, to: day }, timeZone(), settings().businessDayBorder)
    return this.#services.store.between(bounds.from, bounds.to)
  }

  view(row: ReservationRow): GuestVisit {
    const { startsAt, partySize, tableIds } = row.booking
    return {
      reservationId: row.id,
      startsAt,
      partySize,
      tables: tableNames(this.#services.store.plan(), tableIds),
      visit: visitOf(row, this.#context.clock.now()),
    }
  }
}
