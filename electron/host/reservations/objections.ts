import type {
  ObjectionCode,
  ReservationDetails,
  ReservationKind,
  ReservationObjection,
} from '#contract/reservations/reservations.ts'
import { fail, type Result } from '#contract/shared/result.ts'
import { codesAgainst, objectionsTo, type OtherParty } from '#domain/reservations/objections.ts'
import { endOf, isActive, type ReservationRow } from '#domain/reservations/reservation.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { ReservationStore } from './store.ts'

interface Checked {
  kind: ReservationKind
  /** The reservation that is being changed; null for a new one. */
  id: string | null
  /** The platform has it. */
  isSent: boolean
  /** Its guests are at the door or at a table. */
  isHere: boolean
}

const halfHourMs = 30 * 60_000
/** The longest duration at a table. */
const maxDurationMs = 24 * 3_600_000

const laterOf = (startsAt: string, seatedAt: string | null): string =>
  seatedAt !== null && seatedAt > startsAt ? seatedAt : startsAt

export const failWithObjections = (codes: readonly string[]): Result<never> =>
  fail('too-late', codes.join(' '))

/** The refusal because of errors and warnings that are not in `accepted`; null if there is none. */
export function refusal(
  objections: readonly ReservationObjection[],
  accepted: readonly ObjectionCode[],
): Result<never> | null {
  const codes = codesAgainst(objections, accepted)
  return codes.length === 0 ? null : failWithObjections(codes)
}

/** Checks details against the opening hours, the floor plan, the settings and all other reservations. */
export class Objections {
  readonly #context: Context
  readonly #store: ReservationStore

  constructor(context: Context, store: ReservationStore) {
    this.#context = context
    this.#store = store
  }

  of(details: ReservationDetails, { kind, id, isSent, isHere }: Checked): ReservationObjection[] {
    const { clock, timeZone, countryCode, settings, use } = this.#context
    return objectionsTo(details, {
      now: clock.now(),
      timeZone: timeZone(),
      countryCode: countryCode(),
      hours: use(menu).hours,
      plan: this.#store.plan(),
      coversPerHalfHour: settings().coversPerHalfHour,
      kind,
      isSent,
      isHere,
      others: this.#othersNear(details, id),
    })
  }

  /** Whether another reservation has one of its tables at the same time. */
  isTableTaken({ booking: details, kind, id }: ReservationRow): boolean {
    const checked = { kind, id, isSent: true, isHere: false }
    return this.of(details, checked).some(({ code }) => code === 'table-taken')
  }

  /**
   * The codes against guests who are here sitting at their tables now: another party sits there, or
   * a table is reserved before they leave and that was not accepted.
   */
  againstSeats(
    { booking: details, kind, id, seatedAt }: ReservationRow,
    accepted: readonly ObjectionCode[],
  ): string[] {
    const startsAt = seatedAt ?? new Date(this.#context.clock.now()).toISOString()
    const checked = { kind, id, isSent: true, isHere: true }
    const objections = this.of({ ...details, startsAt }, checked)
    return codesAgainst(
      objections.filter(({ code }) => code === 'table-taken' || code === 'needed-soon'),
      accepted,
    )
  }

  /** The other active reservations that may share a table or a half hour with it. */
  #othersNear(details: ReservationDetails, id: string | null): OtherParty[] {
    const { clock } = this.#context
    const starts = Date.parse(details.startsAt)
    const ends = Math.max(Date.parse(endOf(details)), starts + halfHourMs)
    return (
      this.#store
        .between(starts - maxDurationMs, ends)
        // In a change, the old reservation does not block the new one.
        .filter((each) => each.id !== id && (id === null || each.replacedBy !== id))
        .filter((each) => isActive(each, clock.now()))
        .filter(({ kind, mark }) => kind !== 'waiting' || mark !== 'expected')
        .map(({ booking, seatedAt, mark }) => ({
          ...booking,
          startsAt: laterOf(booking.startsAt, seatedAt),
          isSeated: mark === 'seated',
        }))
    )
  }
}
