import type {
  ReservationList,
  FloorPlan,
  Reservation,
} from '#contract/reservations/reservations.ts'
import { isActive, sectorName, tableName } from '../status-style.ts'

type Table = FloorPlan['sectors'][number]['tables'][number]
/** A table at the requested time. */
export interface TableChoice extends Table {
  sectorId: string
  sectorName: string
  /** Who has it at that time; null if it is free. */
  takenBy: Reservation | null
  isTooSmall: boolean
}

/** All tables of the plan: free ones first, among them the smallest that has enough seats. */
export function tableChoices(
  { plan, reservations }: Pick<ReservationList, 'plan' | 'reservations'>,
  request: { from: number; to: number; partySize: number; ownId: string | null } | null,
): TableChoice[] {
  const others = reservations.filter(
    (each) =>
      request !== null &&
      each.id !== request.ownId &&
      isActive(each) &&
      Date.parse(each.startsAt) < request.to &&
      Date.parse(each.endsAt) > request.from,
  )
  const choices = plan.sectors.flatMap((sector) =>
    sector.tables.map((table) => ({
      ...table,
      name: tableName(plan, table.id),
      sectorId: sector.id,
      sectorName: sectorName(sector),
      takenBy: others.find(({ tableIds }) => tableIds.includes(table.id)) ?? null,
      isTooSmall: !table.learned && table.seats < (request?.partySize ?? 0),
    })),
  )
  const rank = ({ takenBy, isTooSmall }: TableChoice) =>
    (takenBy === null ? 0 : 2) + Number(isTooSmall)
  return choices.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      Number(one.learned) - Number(other.learned) ||
      (rank(one) === 0 ? one.seats - other.seats : 0) ||
      one.name.localeCompare(other.name, undefined, { numeric: true }),
  )
}
