import { largeParty, type FloorPlan, type PartyAhead } from '#contract/reservations/reservations.ts'
import { tableNames } from './floor-plan.ts'
import { isStanding, type KeptReservation } from './reservation.ts'

/** How long before its time the kitchen hears of a party, and until how long after. */
export const aheadMs = 60 * 60_000
export const afterMs = 30 * 60_000

/** Large parties and allergies of the next hour, the soonest first: nothing of who they are. */
export function partiesAhead(
  book: readonly KeptReservation[],
  plan: FloorPlan,
  now: number,
): PartyAhead[] {
  return book
    .filter((kept) => {
      const { startsAt, partySize, allergies } = kept.booking
      const at = Date.parse(startsAt)
      return (
        at - aheadMs <= now &&
        now < at + afterMs &&
        (partySize >= largeParty || allergies !== '') &&
        kept.kind !== 'waiting' &&
        isStanding(kept, now)
      )
    })
    .toSorted((one, other) => (one.booking.startsAt < other.booking.startsAt ? -1 : 1))
    .map(({ id, booking }) => ({
      reservationId: id,
      startsAt: booking.startsAt,
      partySize: booking.partySize,
      allergies: booking.allergies,
      tables: tableNames(plan, booking.tableIds),
    }))
}
