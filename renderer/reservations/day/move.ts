import type { FloorPlan, Reservation } from '#contract/reservations/reservations.ts'
import type { Span } from './timeline.ts'

/** Moves go in steps of this length. */
export const stepMs = 15 * 60_000

/** A reservation that is being dragged, with its new time and table. Null means no table. */
export interface Move {
  reservation: Reservation
  from: string | null
  to: string | null
  /** Epoch milliseconds. */
  startsAt: number
}

export interface Moved {
  reservation: Reservation
  startsAt: string
  sectorId: string | null
  tableIds: string[]
}

/** Whether a reservation may be moved: its guests have not arrived, and no request about it is being sent. */
export const canMove = ({ kind, delivery, visit, cancellation, change }: Reservation): boolean =>
  kind === 'booked' &&
  cancellation === null &&
  (visit === 'expected' || visit === 'late') &&
  ['confirmed', 'queued', 'refused', 'expired'].includes(delivery?.state ?? '') &&
  (change === null || change.step === 'done')

/** Rounds an instant to a quarter of an hour within the span. */
export function snapToQuarterHour({ from, to }: Span, at: number): number {
  const on = Math.round(at / stepMs) * stepMs
  return Math.min(to - stepMs, Math.max(from, on))
}

/** The result of a move; null if nothing changed. */
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
