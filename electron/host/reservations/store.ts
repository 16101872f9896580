import { z } from 'zod'
import {
  reservationKinds,
  reservationDetails,
  floorPlanSchema,
  type FloorPlan,
} from '#contract/reservations/reservations.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { collectTables, withoutIdNames } from '#domain/reservations/floor-plan.ts'
import { type ReservationRow, referenceOf } from '#domain/reservations/reservation.ts'
import { searchForms } from '#domain/reservations/telephone.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { hasEntry, subjectsOf } from '../outbox/subjects.ts'

const instant = z.string().nullable()
const kept = z.object({
  id: z.string(),
  kind: z.enum(reservationKinds),
  reference: z.string(),
  booking: reservationDetails,
  platformId: z.string().nullable(),
  code: z.string().nullable(),
  isHeld: z.boolean(),
  isDiscarded: z.boolean(),
  mark: z.enum(['expected', 'arrived', 'seated', 'left', 'no-show']),
  stamps: z.object({ completedAt: instant, cancelledAt: instant, clientSaidItsLateAt: instant }),
  cancellation: z
    .object({
      reason: z.string(),
      local: z.object({ at: z.string(), undoUntil: instant }).nullable(),
    })
    .nullable(),
  replaces: z.string().nullable().default(null),
  replacedBy: z.string().nullable().default(null),
  takenAt: z.string(),
  takenOn: z.string(),
}) satisfies z.ZodType<ReservationRow>

const rowSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.string(),
  starts_at: z.string(),
  undo_until: z.string().nullable(),
  has_guest: z.number(),
  words: z.string(),
  kept,
})

export const reservationRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'reservations',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['kept'],
  ofPeople: true,
}

/** The search terms of a reservation, each after a space. */
function wordsOf({ booking, reference, code }: ReservationRow, countryCode: string): string {
  const { firstName, lastName, phone, email } = booking
  const texts = [firstName, lastName, phone, email, reference, code ?? '']
  const words = searchTerms([...texts, ...searchForms(phone, countryCode)].join(' '))
  return words.map((word) => ` ${word}`).join('')
}

const namesGuest = ({ booking, cancellation }: ReservationRow): boolean => {
  const { firstName, lastName, phone, email, requests, allergies, clientId } = booking
  const texts = [firstName, lastName, phone, email, requests, allergies, cancellation?.reason]
  return clientId !== null || texts.some((text) => (text ?? '') !== '')
}

/**
 * Says which outbox entries should exist: one for the booking, and if `cancelled` one for the
 * cancellation.
 */
function columnState({ kind, isHeld, isDiscarded, cancellation }: ReservationRow): string {
  if (kind !== 'booked') return 'here'
  if (isHeld) return 'held'
  if (isDiscarded) return 'discarded'
  return cancellation?.local === null ? 'cancelled' : 'booked'
}

/** A withdrawn entry says nothing about what was sent later. */
const wasSent = (kind: 'reservation' | 'reservation-cancel'): string =>
  hasEntry('reservations.id', [kind], 'active')

const iso = (instant: number): string => new Date(instant).toISOString()

/**
 * The reservations and the floor plan in the database. Call the writing functions within a
 * transaction. Parameters are epoch milliseconds; rows have ISO 8601 in UTC with milliseconds.
 */
export function createReservationStore({ db, rows, values, newId, countryCode }: Context) {
  const table = rows(reservationRows)
  const list = (where: string, ...values: (string | number)[]): ReservationRow[] =>
    table.all(where, ...values).map((row) => row.kept)
  const savedPlan = values<FloorPlan>('floorPlan', floorPlanSchema)
  const plan = (): FloorPlan => withoutIdNames(savedPlan.read() ?? { sectors: [] })

  return {
    /** Null for an unknown id, and for no id. */
    load: (id: string | null): ReservationRow | null =>
      id === null ? null : (table.get(id)?.kept ?? null),
    save(each: ReservationRow): void {
      table.put({
        id: each.id,
        reference: each.reference,
        state: columnState(each),
        starts_at: each.booking.startsAt,
        undo_until: each.cancellation?.local?.undoUntil ?? null,
        has_guest: namesGuest(each) ? 1 : 0,
        words: wordsOf(each, countryCode()),
        kept: each,
      })
    },
    /** A reference that no reservation has. */
    freshReference(): string {
      for (;;) {
        const reference = referenceOf(newId())
        const found = db.get('SELECT 1 FROM reservations WHERE reference = ?', reference)
        if (found === undefined) return reference
      }
    },
    /** Reservations that start in the range (`to` excluded), earliest first. */
    between: (from: number, to: number) =>
      list('starts_at >= ? AND starts_at < ? ORDER BY starts_at, id', iso(from), iso(to)),
    /** The latest `limit` reservations that have a search term starting with each word of `text`. */
    search(text: string, limit: number): ReservationRow[] {
      const words = searchTerms(text)
      if (words.length === 0) return []
      const where = words.map(() => 'words LIKE ?').join(' AND ')
      return list(
        `${where} ORDER BY starts_at DESC, id LIMIT ?`,
        ...words.map((word) => `% ${word}%`),
        limit,
      )
    },
    /** Queued reservations whose time has come. */
    // The `+` keeps SQLite from using the index of `starts_at`, because few reservations are queued
    // and many have started.
    overdue: (now: number) =>
      list(`+starts_at <= ? AND id IN (${subjectsOf(['reservation'], 'queued')})`, iso(now)),
    /** New reservations of a change that still wait for the old one, and whose time has come since `from`. */
    heldPast: (from: number, now: number) =>
      list(`starts_at >= ? AND starts_at <= ? AND state = 'held'`, iso(from), iso(now)),
    /** Reservations from an instant on that should have an outbox entry but have none. */
    withoutEntry: (from: number) =>
      list(
        `starts_at >= ? AND undo_until IS NULL AND (
           state NOT IN ('here', 'held', 'discarded') AND NOT ${wasSent('reservation')}
           OR state = 'cancelled' AND NOT ${wasSent('reservation-cancel')})`,
        iso(from),
      ),
    /** Reservations before an instant whose guests were deleted and that still need a decision. */
    undecided: (before: number) =>
      list(
        `+starts_at < ? AND has_guest = 0
           AND id IN (${subjectsOf(['reservation', 'reservation-cancel'], 'undecided')})`,
        iso(before),
      ),
    /** Local cancellations that can't be undone any more. */
    pastUndo: (now: number) => list('undo_until IS NOT NULL AND undo_until <= ?', iso(now)),
    /** Reservations before an instant that still name their guests. */
    withGuests: (before: number) => list('has_guest = 1 AND starts_at < ?', iso(before)),
    plan,
    savePlan: savedPlan.write,
    /** Adds the tables in an answer of the platform; returns whether there was a new one. */
    learnTables(seen: Parameters<typeof collectTables>[1]): boolean {
      const before = plan()
      const after = collectTables(before, seen)
      if (after !== before) savedPlan.write(after)
      return after !== before
    },
  }
}
export type ReservationStore = ReturnType<typeof createReservationStore>
