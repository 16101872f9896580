import type { FloorPlan, Reservation } from '#contract/reservations/reservations.ts'
import { hasTable, isActive, isWaiting } from '../status-style.ts'

/** The parties beside the floor plan. */
export interface StandParties {
  /** Longest wait first. */
  waiting: Reservation[]
  /** Guests who are here and have no table. */
  noTable: Reservation[]
  /** Reservations whose guests have not sat down, by time. */
  next: Reservation[]
}

const byText = (textOf: (one: Reservation) => string) => (one: Reservation, other: Reservation) =>
  textOf(one) < textOf(other) ? -1 : 1

export function standParties(
  reservations: readonly Reservation[],
  plan: FloorPlan,
  day: string,
): StandParties {
  const isHere = ({ visit }: Reservation) => visit === 'arrived' || visit === 'seated'
  const isLoose = (one: Reservation) => isActive(one) && isHere(one) && !hasTable(plan, one)
  const isNext = (one: Reservation) =>
    isActive(one) && one.kind === 'booked' && one.visit !== 'seated' && one.businessDay === day
  return {
    waiting: reservations.filter(isWaiting).toSorted(byText(({ takenAt }) => takenAt)),
    noTable: reservations.filter(isLoose).toSorted(byText(({ takenAt }) => takenAt)),
    next: reservations
      .filter((one) => isNext(one) && !isLoose(one))
      .toSorted(byText(({ startsAt }) => startsAt)),
  }
}

const minute = 60_000

/** How long guests have waited, and how much is left of the time that they were told (min). */
export function waitOf(
  { takenAt, quote }: Reservation,
  now: number,
): { waited: number; quoted: number | null; left: number } {
  const waited = Math.max(0, Math.floor((now - Date.parse(takenAt)) / minute))
  if (quote === null) return { waited, quoted: null, left: 0 }
  const left = Math.ceil((Date.parse(quote.at) + quote.minutes * minute - now) / minute)
  return { waited, quoted: quote.minutes, left }
}
