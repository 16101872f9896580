import type {
  ObjectionCode,
  ReservationDetails,
  ReservationKind,
  ReservationObjection,
} from '#contract/reservations/reservations.ts'
import { fail, type Result } from '#contract/result.ts'
import { codesAgainst, objectionsTo } from '#domain/reservations/objections.ts'
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
}

const halfHourMs = 30 * 60_000
/** The longest duration at a table. */
const longestMs = 24 * 3_600_000

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
export function createObjections(context: Context, store: ReservationStore) {
  const { clock, timeZone, countryCode, settings } = context
  const menus = context.use(menu)

  /** The other active reservations that may share a table or a half hour with it. */
  function others(booking: ReservationDetails, id: string | null): ReservationDetails[] {
    const starts = Date.parse(booking.startsAt)
    const ends = Math.max(Date.parse(endOf(booking)), starts + halfHourMs)
    return (
      store
        .between(starts - longestMs, ends)
        // In a change, the old reservation does not block the new one.
        .filter((each) => each.id !== id && (id === null || each.replacedBy !== id))
        .filter((each) => isActive(each, clock.now()))
        .filter(({ kind, mark }) => kind !== 'waiting' || mark !== 'expected')
        .map((each) => each.booking)
    )
  }

  const objectionsOf = (
    booking: ReservationDetails,
    { kind, id, isSent }: Checked,
  ): ReservationObjection[] =>
    objectionsTo(booking, {
      now: clock.now(),
      timeZone: timeZone(),
      countryCode: countryCode(),
      hours: menus.hours,
      plan: store.plan(),
      coversPerHalfHour: settings().coversPerHalfHour,
      kind,
      isSent,
      others: others(booking, id),
    })

  return {
    of: objectionsOf,
    /** Whether another reservation has one of its tables at the same time. */
    isTableTaken: ({ booking, kind, id }: ReservationRow): boolean =>
      objectionsOf(booking, { kind, id, isSent: true }).some(({ code }) => code === 'table-taken'),
  }
}
