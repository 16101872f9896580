import type { Reservation } from '#contract/reservations/reservations.ts'
import { isActive, isWaiting } from '../status-style.ts'
import type { Sector, Table } from './geometry.ts'
import { sittingOf, startOf, type Floor } from './table-state.ts'

const minute = 60_000
/** Guests are taken to be here if their reservation is due within this time. */
const dueMs = 30 * minute
/** A free table joins the table of a reservation that is due within this time. */
const joinMs = 2 * 60 * minute

/** What is moved: a party, a table, or a party's table that another one joins. */
export type Source =
  | { kind: 'party'; reservationId: string }
  | { kind: 'table' | 'join'; tableId: string }

export interface Seats {
  sectorId: string | null
  tableIds: string[]
}

/**
 * Why nothing can be dropped here: the same place, another party sits there, it is reserved, there
 * is no party to join the table for, the tables are in two sectors, or the party is gone.
 */
export type DropRefusal =
  | { kind: 'none'; why: 'same' | 'no-party' | 'two-sectors' | 'gone' }
  | { kind: 'none'; why: 'taken' | 'reserved'; by: Reservation }

export interface Action {
  /** Seats guests, gives a reservation its table, moves guests, or joins a table for them. */
  kind: 'seat' | 'assign' | 'move' | 'join'
  reservation: Reservation
  seats: Seats
}
export type Drop = Action | DropRefusal

export const sectorOf = ({ plan }: Pick<Floor, 'plan'>, tableId: string): Sector | undefined =>
  plan.sectors.find(({ tables }) => tables.some(({ id }) => id === tableId))

const tablesOf = ({ plan }: Pick<Floor, 'plan'>, ids: readonly string[]): Table[] =>
  plan.sectors.flatMap(({ tables }) => tables.filter(({ id }) => ids.includes(id)))

/** Whether the guests can sit down now: they are here, or due. */
function canSit(party: Reservation, now: number): boolean {
  const isDue = party.visit === 'expected' && startOf(party) - now <= dueMs
  return isWaiting(party) || ['arrived', 'late'].includes(party.visit) || isDue
}

/**
 * Who has a table while a party would sit there. For guests who sit down now, a reservation for
 * later isn't in the way: the host asks.
 */
function keeperOf(
  { reservations, now }: Floor,
  tableId: string,
  party: Reservation,
  isSitting: boolean,
): Reservation | undefined {
  const from = isSitting ? now : startOf(party)
  const to = from + party.durationMinutes * minute
  const isInTheWay = (other: Reservation): boolean => {
    // Guests who sit there have it until they leave, also past their time.
    if (other.visit === 'seated') return Math.max(Date.parse(other.endsAt), now + 1) > from
    return (
      startOf(other) < to && Date.parse(other.endsAt) > from && !(isSitting && startOf(other) > now)
    )
  }
  return reservations.find(
    (other) =>
      other.id !== party.id &&
      other.tableIds.includes(tableId) &&
      isActive(other) &&
      isInTheWay(other),
  )
}

const refusalBy = (by: Reservation): DropRefusal => ({
  kind: 'none',
  why: by.visit === 'seated' ? 'taken' : 'reserved',
  by,
})

function dropParty(party: Reservation, tableId: string, floor: Floor): Drop {
  const { now } = floor
  if (!isActive(party) && !isWaiting(party)) return { kind: 'none', why: 'gone' }
  const isSeated = party.visit === 'seated'
  const isSitting = isSeated || canSit(party, now)
  const isOwn = party.tableIds.includes(tableId)
  if (isOwn && (isSeated || !isSitting)) return { kind: 'none', why: 'same' }
  const keeper = keeperOf(floor, tableId, party, isSitting)
  if (keeper !== undefined) return refusalBy(keeper)
  // Guests whose table is one of several sit at all of them.
  const seats = isOwn
    ? { sectorId: party.sectorId, tableIds: [...party.tableIds] }
    : { sectorId: sectorOf(floor, tableId)?.id ?? null, tableIds: [tableId] }
  const kind = isSeated ? 'move' : isSitting ? 'seat' : 'assign'
  return { kind, reservation: party, seats }
}

/** The party at a table, or the one that it is reserved for within two hours. */
function hostOf({ states, now }: Floor, tableId: string): Reservation | null {
  const { sitting, next } = states.get(tableId) ?? { sitting: null, next: null }
  if (sitting !== null) return sitting.party
  return next !== null && startOf(next) - now <= joinMs ? next : null
}

/** Joins a free table to another one for the party of that one. */
function join(free: string, tableId: string, floor: Floor): Drop {
  const party = hostOf(floor, tableId)
  if (party === null) return { kind: 'none', why: 'no-party' }
  if (party.tableIds.includes(free)) return { kind: 'none', why: 'same' }
  if (sectorOf(floor, free) !== sectorOf(floor, tableId))
    return { kind: 'none', why: 'two-sectors' }
  const isSitting = party.visit === 'seated' || canSit(party, floor.now)
  const keeper = keeperOf(floor, free, party, isSitting)
  if (keeper !== undefined) return refusalBy(keeper)
  const seats = {
    sectorId: sectorOf(floor, tableId)?.id ?? null,
    tableIds: [...party.tableIds, free],
  }
  return { kind: 'join', reservation: party, seats }
}

/** What dropping `source` on a table means: the one rule for dragging, two taps and the keyboard. */
export function dropOf(source: Source, tableId: string, floor: Floor): Drop {
  if (source.kind === 'party') {
    const party = floor.reservations.find(({ id }) => id === source.reservationId)
    return party === undefined ? { kind: 'none', why: 'gone' } : dropParty(party, tableId, floor)
  }
  if (source.tableId === tableId) return { kind: 'none', why: 'same' }
  if (source.kind === 'join') return join(tableId, source.tableId, floor)
  const sitting = floor.states.get(source.tableId)?.sitting
  return sitting ? dropParty(sitting.party, tableId, floor) : join(source.tableId, tableId, floor)
}

/** How many guests find no seat; 0 if a number of seats is only a guess. */
export function missingSeats({ reservation, seats }: Action, floor: Pick<Floor, 'plan'>): number {
  const tables = tablesOf(floor, seats.tableIds)
  if (tables.some(({ learned }) => learned)) return 0
  const places = tables.reduce((sum, table) => sum + table.seats, 0)
  return Math.max(0, reservation.partySize - places)
}

/** Guests who would sit down at tables until an instant; null for a party that is new. */
export interface Stay {
  partyId: string | null
  tableIds: readonly string[]
  until: number
}

/** The reservation that needs one of the tables before guests who sit there will leave. */
export function neededBy(
  { partyId, tableIds, until }: Stay,
  { reservations, now }: Floor,
): Reservation | null {
  const needing = reservations.filter(
    (one) =>
      one.id !== partyId &&
      one.visit !== 'seated' &&
      one.tableIds.some((id) => tableIds.includes(id)) &&
      startOf(one) < until &&
      Date.parse(one.endsAt) > now &&
      isActive(one),
  )
  return needing.toSorted((one, other) => startOf(one) - startOf(other))[0] ?? null
}

export function stayOf({ reservation, seats }: Action, now: number): Stay {
  const { id, durationMinutes, visit } = reservation
  const until = visit === 'seated' ? sittingOf(reservation).endsAt : now + durationMinutes * minute
  return { partyId: id, tableIds: seats.tableIds, until }
}

/** How well a table fits: with enough seats and for long enough, or not quite, or not at all. */
export type Fit = 'good' | 'tight' | 'no'

export function fitOf(drop: Drop, floor: Floor): Fit {
  if (drop.kind === 'none') return 'no'
  const isShort = drop.kind !== 'join' && missingSeats(drop, floor) > 0
  const isNeeded = drop.kind !== 'assign' && neededBy(stayOf(drop, floor.now), floor) !== null
  return isShort || isNeeded ? 'tight' : 'good'
}

/** The table that fits best: the smallest with enough seats. */
export function bestTable(
  drops: ReadonlyMap<string, Drop>,
  floor: Floor,
  among: readonly string[],
): string | null {
  const good = among.filter((id) => {
    const drop = drops.get(id)
    return drop !== undefined && fitOf(drop, floor) === 'good'
  })
  const [best] = tablesOf(floor, good).toSorted((one, other) => one.seats - other.seats)
  return best?.id ?? null
}
