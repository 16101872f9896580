import type {
  FloorPlan,
  Reservation,
  ReservationList,
} from '#contract/reservations/reservations.ts'
import { isActive, sectorName, tableName } from '../status-style.ts'

type Table = FloorPlan['sectors'][number]['tables'][number]

/** A table, for guests who are here now. */
export interface DoorTable extends Table {
  sectorId: string
  sectorName: string
  /** Who sits there, or was promised it by now; null if it is free. */
  takenBy: Reservation | null
  /** Who has it before these guests are expected to leave. */
  next: Reservation | null
  isTooSmall: boolean
}

interface Party {
  partySize: number
  /** How long they are expected to stay. */
  minutes: number
  /** Their reservation, if they have one. */
  ownId: string | null
}

const minuteMs = 60_000
const has = (table: Table, { tableIds }: Reservation): boolean => tableIds.includes(table.id)

/** Best first: free and large enough, then those that are reserved soon, then too small, then taken. */
const rank = ({ takenBy, next, isTooSmall }: DoorTable): number =>
  (takenBy === null ? 0 : 4) + (isTooSmall ? 2 : 0) + (next === null ? 0 : 1)

/** Sooner free, or longer free until the next party. */
const changesAt = ({ takenBy, next }: DoorTable): number => {
  if (takenBy !== null) return Date.parse(takenBy.endsAt)
  return next === null ? 0 : -Date.parse(next.startsAt)
}

/** All tables for guests at the door, the best first: of those that fit, the smallest. */
export function doorTables(
  { plan, reservations }: Pick<ReservationList, 'plan' | 'reservations'>,
  { partySize, minutes, ownId }: Party,
  now: number,
): DoorTable[] {
  const others = reservations
    .filter((each) => each.id !== ownId && isActive(each))
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  const sits = ({ visit }: Reservation) => visit === 'seated'
  const isPromised = ({ startsAt, endsAt }: Reservation) =>
    Date.parse(startsAt) <= now && now < Date.parse(endsAt)
  const isDueSoon = (each: Reservation) =>
    !sits(each) &&
    Date.parse(each.startsAt) > now &&
    Date.parse(each.startsAt) < now + minutes * minuteMs
  return plan.sectors
    .flatMap((sector) =>
      sector.tables.map((table): DoorTable => {
        const parties = others.filter((each) => has(table, each))
        return {
          ...table,
          name: tableName(plan, table.id),
          sectorId: sector.id,
          sectorName: sectorName(sector),
          // Guests who stay past their time still sit there.
          takenBy: parties.find(sits) ?? parties.find(isPromised) ?? null,
          next: parties.find(isDueSoon) ?? null,
          isTooSmall: !table.learned && table.seats < partySize,
        }
      }),
    )
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        Number(one.learned) - Number(other.learned) ||
        (one.takenBy === null ? sizeOrder(one, other) : 0) ||
        changesAt(one) - changesAt(other) ||
        one.name.localeCompare(other.name, undefined, { numeric: true }),
    )
}

/** The smallest that fits first; of those that don't, the largest. */
const sizeOrder = (one: DoorTable, other: DoorTable): number =>
  (one.seats - other.seats) * (one.isTooSmall ? -1 : 1)

/** Of several tables that are joined, who needs one first. */
export const firstNext = (tables: readonly DoorTable[]): Reservation | null =>
  tables
    .flatMap(({ next }) => next ?? [])
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))[0] ?? null
