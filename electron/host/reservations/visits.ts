import type { Caller } from '#contract/shared/caller.ts'
import type { ObjectionCode } from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  isActive,
  withVisit,
  type ReservationRow,
  type Seats,
} from '#domain/reservations/reservation.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { failWithObjections } from './objections.ts'
import type { ReservationServices } from './services.ts'

/** More are not listed on any screen. */
const maxMessages = 20

/** Whether guests sit down with this mark, who did not sit before. */
const sitsDown = (before: ReservationRow, after: ReservationRow): boolean =>
  after.mark === 'seated' && before.mark !== 'seated'

/** The evening at the door: where guests are, their tables, how long they wait, what they were written. */
export class VisitCommands {
  readonly #context: Context
  readonly #services: ReservationServices

  constructor(context: Context, services: ReservationServices) {
    this.#context = context
    this.#services = services
  }

  setVisit({ reservationId, ...mark }: Parsed<'reservations.setVisit'>): Result<null> {
    return this.#change(reservationId, (reservation) => this.#setVisit(reservation, mark))
  }

  setSeats({ reservationId, seats, accepted }: Parsed<'reservations.setSeats'>): Result<null> {
    return this.#change(reservationId, (reservation) =>
      this.#setSeats(reservation, seats, accepted),
    )
  }

  quote({ reservationId, minutes }: Parsed<'reservations.quote'>): Result<null> {
    const at = isoNow(this.#context.clock)
    return this.#change(reservationId, (reservation) => {
      this.#services.events.save({ ...reservation, quote: { minutes, at } })
      return ok(null)
    })
  }

  noteMessage(
    { reservationId, kind, channel }: Parsed<'reservations.noteMessage'>,
    { name: by }: Caller,
  ): Result<null> {
    const at = isoNow(this.#context.clock)
    return this.#change(reservationId, (reservation) => {
      const messages = [...reservation.messages, { kind, channel, at, by }].slice(-maxMessages)
      this.#services.events.save({ ...reservation, messages })
      return ok(null)
    })
  }

  saveGuestTexts({ texts }: Parsed<'reservations.saveGuestTexts'>): Result<null> {
    return this.#context.db.transact(() => {
      this.#services.store.saveGuestTexts(texts)
      this.#services.events.touchAll()
      return ok(null)
    })
  }

  #change(id: string, work: (reservation: ReservationRow) => Result<null>): Result<null> {
    return this.#context.db.transact(() => {
      const { store, pairs } = this.#services
      const reservation = store.load(id)
      if (reservation === null) return fail('not-found')
      const isOver = reservation.cancellation !== null || reservation.isDiscarded
      if (isOver || pairs.asOld(reservation) !== null) return fail('too-late')
      return work(reservation)
    })
  }

  #setVisit(
    reservation: ReservationRow,
    { visit, seats, accepted }: Omit<Parsed<'reservations.setVisit'>, 'reservationId'>,
  ): Result<null> {
    const { events, turnTimes } = this.#services
    const after = withVisit(reservation, visit, seats, this.#context.clock.now())
    const refused = this.#refusal(reservation, after, seats, accepted)
    if (refused !== null) return refused
    turnTimes.learn(reservation, after)
    // A party that waited past midnight is seated on another day, so mark both days as changed.
    events.touch(reservation)
    this.#save(after, seats)
    return ok(null)
  }

  #setSeats(
    reservation: ReservationRow,
    seats: Seats,
    accepted: readonly ObjectionCode[],
  ): Result<null> {
    const { objections } = this.#services
    const after = { ...reservation, booking: { ...reservation.booking, ...seats } }
    const codes =
      after.mark === 'seated' || after.kind !== 'booked'
        ? objections.againstSeats(after, accepted)
        : objections.isTableTaken(after)
          ? ['table-taken']
          : []
    if (codes.length > 0) return failWithObjections(codes)
    this.#save(after, seats)
    return ok(null)
  }

  /** Why the guests can't have their tables; null if they can, or have none. */
  #refusal(
    before: ReservationRow,
    after: ReservationRow,
    seats: Seats | undefined,
    accepted: readonly ObjectionCode[],
  ): Result<never> | null {
    const { objections } = this.#services
    const now = this.#context.clock.now()
    if (sitsDown(before, after)) {
      // A reservation keeps the table that it was promised, also if it comes late.
      const isPromised = seats === undefined && before.kind === 'booked' && before.mark !== 'left'
      const codes = objections.againstSeats(after, isPromised ? ['needed-soon'] : accepted)
      return codes.length === 0 ? null : failWithObjections(codes)
    }
    // Guests who left and came back may find that their table is taken.
    const needsTable = seats !== undefined || before.kind !== after.kind || !isActive(before, now)
    const isTaken = needsTable && isActive(after, now) && objections.isTableTaken(after)
    return isTaken ? failWithObjections(['table-taken']) : null
  }

  #save(after: ReservationRow, seats: Seats | undefined): void {
    const { events, sending } = this.#services
    if (seats !== undefined && sending.stateOf(after) === 'queued')
      sending.enqueue(after, this.#context.newId())
    events.save(seats === undefined ? after : { ...after, otherTables: null })
  }
}
