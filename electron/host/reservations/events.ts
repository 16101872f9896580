import type { HostEvent } from '#contract/index.ts'
import type { PartyAhead } from '#contract/reservations/reservations.ts'
import {
  type ReservationRow,
  afterMs,
  aheadMs,
  partiesAhead,
} from '#domain/reservations/reservation.ts'
import { businessDayOf } from '#domain/store-time/business-day.ts'
import type { Context } from '../noun.ts'
import type { ReservationStore } from './store.ts'

/** Saves reservations, and tells the screens which days have changed and which parties are due. */
export class ReservationEvents {
  readonly #context: Context
  readonly #store: ReservationStore
  readonly #days = new Set<string>()
  #isAllTouched = false
  #revision = 0
  #reportedAhead = '[]'
  /**
   * `take` runs after every commit of every noun, so it checks the next hour only when that may
   * have changed.
   */
  #isAheadDue = true

  constructor(context: Context, store: ReservationStore) {
    this.#context = context
    this.#store = store
  }

  get revision(): number {
    return this.#revision
  }

  ahead(): PartyAhead[] {
    const now = this.#context.clock.now()
    const near = this.#store.between(now - afterMs, now + aheadMs + 1)
    return partiesAhead(near, this.#store.plan(), now)
  }

  save(reservation: ReservationRow): void {
    this.#store.save(reservation)
    this.touch(reservation)
  }

  /**
   * Marks a reservation as changed, and with it the other reservation of a change, which shows the
   * progress of this one.
   */
  touch(reservation: ReservationRow): void {
    const { timeZone, settings } = this.#context
    const border = settings().businessDayBorder
    const { replaces, replacedBy } = reservation
    for (const each of [reservation, this.#store.load(replaces), this.#store.load(replacedBy)])
      if (each !== null)
        this.#days.add(businessDayOf(Date.parse(each.booking.startsAt), timeZone(), border))
    this.#isAheadDue = true
  }

  touchAll(): void {
    this.#isAllTouched = true
    this.#isAheadDue = true
  }

  /** Time has passed, so other parties may be due in the next hour. */
  lookAhead(): void {
    this.#isAheadDue = true
  }

  drain(): HostEvent[] {
    return [...this.#drainChanged(), ...this.#drainAhead()]
  }

  #drainChanged(): HostEvent[] {
    if (this.#days.size === 0 && !this.#isAllTouched) return []
    // An empty list means every day: the plan belongs to all of them.
    const days = this.#isAllTouched ? [] : [...this.#days].toSorted()
    this.#days.clear()
    this.#isAllTouched = false
    this.#revision += 1
    return [{ type: 'reservations.changed', revision: this.#revision, days }]
  }

  #drainAhead(): HostEvent[] {
    if (!this.#isAheadDue) return []
    this.#isAheadDue = false
    const parties = this.ahead()
    const text = JSON.stringify(parties)
    if (text === this.#reportedAhead) return []
    this.#reportedAhead = text
    return [{ type: 'reservations.ahead', parties }]
  }
}
