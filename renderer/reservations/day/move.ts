import type { FloorPlan, Reservation } from '#contract/reservations/reservations.ts'
import type { Span } from './timeline.ts'

/** What a reservation is moved by, in milliseconds. */
export const stepMs = 15 * 60_000

/** A reservation that is held over the day: where it would begin, and at which table. Null is without a table. */
export interface Move {
  reservation: Reservation
  /** The table that it was taken up at. */
  from: string | null
  to: string | null
  /** Epoch milliseconds. */
  startsAt: number
}

/** Where a reservation was put down. */
export interface Moved {
  reservation: Reservation
  startsAt: string
  sectorId: string | null
  tableIds: string[]
}

/** Guests who are still to come move, and what is on its way to the platform does not. */
export const canMove = ({ kind, delivery, visit, cancellation, change }: Reservation): boolean =>
  kind === 'booked' &&
  cancellation === null &&
  (visit === 'expected' || visit === 'late') &&
  ['confirmed', 'queued', 'refused', 'expired'].includes(delivery?.state ?? '') &&
  (change === null || change.step === 'done')

/** An instant of the day, on a quarter of an hour. */
export function snapped({ from, to }: Span, at: number): number {
  const on = Math.round(at / stepMs) * stepMs
  return Math.min(to - stepMs, Math.max(from, on))
}

/** Where a move ends; null where that is where it began. */
export function endOfMove(move: Move, { sectors }: FloorPlan): Moved | null {
  const { reservation, from, to } = move
  const isSameTime = move.startsAt === Date.parse(reservation.startsAt)
  if (isSameTime && from === to) return null
  const startsAt = isSameTime ? reservation.startsAt : new Date(move.startsAt).toISOString()
  if (from === to)
    return { reservation, startsAt, sectorId: reservation.sectorId, tableIds: reservation.tableIds }
  if (to === null) return { reservation, startsAt, sectorId: null, tableIds: [] }
  const others = reservation.tableIds.filter((id) => id !== from && id !== to)
  const sector = sectors.find(({ tables }) => tables.some(({ id }) => id === to))
  return { reservation, startsAt, sectorId: sector?.id ?? null, tableIds: [...others, to] }
}
