import { z } from 'zod'
import { bookingKinds, bookingSchema } from '#contract/reservations/reservations.ts'
import { searchWords } from '#domain/orders/search-words.ts'
import type { KeptReservation } from '#domain/reservations/reservation.ts'
import { spoken } from '#domain/reservations/telephone.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'
import { hasEntry, subjectsOf } from '../outbox/subjects.ts'

/** The book on disk. Writes belong into the caller's transaction. Instants are ISO 8601 in UTC, with milliseconds. */
export interface ReservationStore {
  load(id: string): KeptReservation | null
  save(kept: KeptReservation): void
  hasReference(reference: string): boolean
  /** Those that begin from one instant until before another, the first first. */
  between(from: string, to: string): KeptReservation[]
  /** The last `limit` that have, for each word of `text`, one that begins with it. */
  find(text: string, limit: number): KeptReservation[]
  /** To be sent, and their time has come. */
  overdue(now: string): KeptReservation[]
  /** New ones of a change that still wait for the old one, and whose time has come, from an instant on. */
  heldPast(from: string, now: string): KeptReservation[]
  /** Of which something is or was to be sent, and the outbox has no entry of it. Those that begin from an instant. */
  withoutEntry(from: string): KeptReservation[]
  /** Those that began before an instant, whose guests are forgotten, and that still wait for a person. */
  undecided(before: string): KeptReservation[]
  /** Cancelled here alone, and past their undo. */
  pastUndo(now: string): KeptReservation[]
  /** Those that began before an instant and still name their guests. */
  withGuests(before: string): KeptReservation[]
  /** What was set aside before an instant says no more than that it was, and entries without a reservation go. */
  clearWithoutRow(before: string): void
}

const instant = z.string().nullable()
const kept = z.object({
  id: z.string(),
  kind: z.enum(bookingKinds),
  reference: z.string(),
  booking: bookingSchema,
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
}) satisfies z.ZodType<KeptReservation>

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

/** What a reservation is found by, a space before each word. */
function wordsOf({ booking, reference, code }: KeptReservation, countryCode: string): string {
  const { firstName, lastName, phone, email } = booking
  const told = [firstName, lastName, phone, email, reference, code ?? '']
  const words = searchWords([...told, ...spoken(phone, countryCode)].join(' '))
  return words.map((word) => ` ${word}`).join('')
}

const namesGuest = ({ booking, cancellation }: KeptReservation): boolean => {
  const { firstName, lastName, phone, email, requests, allergies, clientId } = booking
  const texts = [firstName, lastName, phone, email, requests, allergies, cancellation?.reason]
  return clientId !== null || texts.some((text) => (text ?? '') !== '')
}

/** What is looked for: where the outbox has an entry of the booking, and of a cancellation as well (`cancelled`). */
function columnState({ kind, isHeld, isDiscarded, cancellation }: KeptReservation): string {
  if (kind !== 'booked') return 'here'
  if (isHeld) return 'held'
  if (isDiscarded) return 'discarded'
  return cancellation?.local === null ? 'cancelled' : 'booked'
}

/** Before version 4 a row kept what the outbox knows: how far it and its cancellation were sent. */
function upgradeKept(kept: Record<string, unknown>): Record<string, unknown> {
  const { state, cancellation } = kept as {
    state: unknown
    cancellation: { state: string; reason: string; undoUntil: string; local: boolean } | null
  }
  const undoUntil = cancellation?.state === 'undoable' ? cancellation.undoUntil : null
  return {
    ...kept,
    isHeld: state === 'held',
    isDiscarded: state === 'discarded',
    cancellation: cancellation && {
      reason: cancellation.reason,
      local:
        cancellation.local && cancellation.state !== 'may-be-cancelled'
          ? { at: cancellation.undoUntil, undoUntil }
          : null,
    },
  }
}

/** What was taken back says nothing of what was sent since. */
const wasSent = (kind: 'reservation' | 'reservation-cancel'): string =>
  hasEntry('reservations.id', [kind], 'standing')

export function createReservationStore(
  db: Database,
  log: Log,
  countryCode: () => string,
): ReservationStore {
  const rows = createRows(db, log, {
    table: 'reservations',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['kept'],
    version: 4,
    upgrade: (row) => ({ ...row, kept: upgradeKept(row['kept'] as Record<string, unknown>) }),
  })
  const list = (where: string, ...values: (string | number)[]): KeptReservation[] =>
    rows.all(where, ...values).map((row) => row.kept)
  return {
    load: (id) => rows.get(id)?.kept ?? null,
    save(each) {
      rows.put({
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
    hasReference: (reference) =>
      db.get('SELECT 1 FROM reservations WHERE reference = ?', reference) !== undefined,
    between: (from, to) =>
      list('starts_at >= ? AND starts_at < ? ORDER BY starts_at, id', from, to),
    find(text, limit) {
      const wanted = searchWords(text)
      if (wanted.length === 0) return []
      const where = wanted.map(() => 'words LIKE ?').join(' AND ')
      return list(
        `${where} ORDER BY starts_at DESC, id LIMIT ?`,
        ...wanted.map((word) => `% ${word}%`),
        limit,
      )
    },
    // The few that wait are looked up, and not all that have begun (`+`).
    overdue: (now) =>
      list(`+starts_at <= ? AND id IN (${subjectsOf(['reservation'], 'queued')})`, now),
    heldPast: (from, now) =>
      list(`starts_at >= ? AND starts_at <= ? AND state = 'held'`, from, now),
    withoutEntry: (from) =>
      list(
        `starts_at >= ? AND undo_until IS NULL AND (
           state NOT IN ('here', 'held', 'discarded') AND NOT ${wasSent('reservation')}
           OR state = 'cancelled' AND NOT ${wasSent('reservation-cancel')})`,
        from,
      ),
    undecided: (before) =>
      list(
        `+starts_at < ? AND has_guest = 0
           AND id IN (${subjectsOf(['reservation', 'reservation-cancel'], 'undecided')})`,
        before,
      ),
    pastUndo: (now) => list('undo_until IS NOT NULL AND undo_until <= ?', now),
    withGuests: (before) => list('has_guest = 1 AND starts_at < ?', before),
    clearWithoutRow(before) {
      db.run(
        `UPDATE set_aside SET row = '{}' WHERE at < ? AND row <> '{}' AND (origin IN ('reservations', 'reservation_drafts')
           OR origin = 'outbox' AND json_extract(row, '$.kind') LIKE 'reservation%')`,
        before,
      )
      db.run(
        `DELETE FROM outbox WHERE kind IN ('reservation', 'reservation-cancel') AND open = 0 AND created_at < ?
           AND NOT EXISTS (SELECT 1 FROM reservations WHERE reservations.id = subject)`,
        before,
      )
    },
  }
}
