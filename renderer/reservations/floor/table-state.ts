import type { Reservation, ReservationList } from '#contract/reservations/reservations.ts'
import { isActive } from '../status-style.ts'

const minute = 60_000
/** A free table is shown as reserved when the next party is due within this time. */
const soonMs = 45 * minute
/** A table is needed soon even if the party there may leave now: guests don't leave at once. */
const leavingMs = 15 * minute

/**
 * - `free`, and `soon`: free, but reserved within 45 minutes.
 * - `waits`: the party of its reservation has arrived.
 * - `seated`, `overdue`: seated longer than expected.
 * - `needed`: the party there will still sit when the next one comes.
 */
export const tableStatuses = ['free', 'soon', 'waits', 'seated', 'needed', 'overdue'] as const
export type TableStatus = (typeof tableStatuses)[number]

/** A party at a table. Instants are epoch milliseconds. */
export interface Sitting {
  party: Reservation
  since: number
  /** As expected when they sat down. */
  endsAt: number
}

export interface TableState {
  status: TableStatus
  sitting: Sitting | null
  next: Reservation | null
  /** The next party comes before the one that sits there leaves. */
  isNeeded: boolean
}

/** A floor plan at a moment, epoch milliseconds. */
export interface Floor extends Pick<ReservationList, 'plan' | 'reservations'> {
  now: number
  states: ReadonlyMap<string, TableState>
}

export const startOf = ({ startsAt }: Reservation): number => Date.parse(startsAt)

export function sittingOf(party: Reservation): Sitting {
  const since = Date.parse(party.seatedAt ?? party.startsAt)
  return { party, since, endsAt: since + party.durationMinutes * minute }
}

const hasArrived = ({ visit }: Reservation): boolean => visit === 'arrived'

/** The party that comes next: one that is here, else the earliest whose time isn't over. */
function nextOf(parties: readonly Reservation[], now: number): Reservation | null {
  const coming = parties
    .filter((one) => one.visit !== 'seated' && Date.parse(one.endsAt) > now)
    .toSorted((one, other) => startOf(one) - startOf(other))
  return coming.find(hasArrived) ?? coming[0] ?? null
}

function statusOf(
  sitting: Sitting | null,
  next: Reservation | null,
  isNeeded: boolean,
  now: number,
): TableStatus {
  if (sitting !== null && now >= sitting.endsAt) return 'overdue'
  if (sitting !== null) return isNeeded ? 'needed' : 'seated'
  if (next === null) return 'free'
  if (hasArrived(next)) return 'waits'
  return startOf(next) - now <= soonMs ? 'soon' : 'free'
}

function stateOf(parties: readonly Reservation[], now: number): TableState {
  const sitting =
    parties
      .filter(({ visit }) => visit === 'seated')
      .map(sittingOf)
      .toSorted((one, other) => other.since - one.since)[0] ?? null
  const next = nextOf(parties, now)
  const leaves = Math.max(sitting?.endsAt ?? 0, now + leavingMs)
  const isNeeded = sitting !== null && next !== null && (hasArrived(next) || leaves > startOf(next))
  return { status: statusOf(sitting, next, isNeeded, now), sitting, next, isNeeded }
}

/** What each table of the plan shows, by its id. */
function tableStates(
  { plan, reservations }: Pick<ReservationList, 'plan' | 'reservations'>,
  now: number,
): Map<string, TableState> {
  const active = reservations.filter(isActive)
  return new Map(
    plan.sectors
      .flatMap(({ tables }) => tables)
      .map(({ id }) => [
        id,
        stateOf(
          active.filter(({ tableIds }) => tableIds.includes(id)),
          now,
        ),
      ]),
  )
}

export const floorAt = (
  { plan, reservations }: Pick<ReservationList, 'plan' | 'reservations'>,
  now: number,
): Floor => ({ plan, reservations, now, states: tableStates({ plan, reservations }, now) })
