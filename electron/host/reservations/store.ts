import { z } from 'zod'
import { bookingKinds, bookingSchema } from '#contract/reservations.ts'
import { searchWords } from '#domain/orders/search-words.ts'
import type { KeptReservation } from '#domain/reservations/reservation.ts'
import { spoken } from '#domain/reservations/telephone.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** The book on disk. Writes belong into the caller's transaction. Instants are ISO 8601 in UTC, with milliseconds. */
export interface ReservationStore {
  load(id: string): KeptReservation | null
  save(kept: KeptReservation): void
  hasReference(reference: string): boolean
  /** Those that begin from one instant until before another, the first first. */
  between(from: string, to: string): KeptReservation[]
  /** The last `limit` that have, for each word of `text`, one that begins with it. */
  find(text: string, limit: number): KeptReservation[]
  /** Not sent yet, and their time has come. */
  overdue(now: string): KeptReservation[]
  /** New ones of a change that still wait for the old one, and whose time has come, from an instant on. */
  heldPast(from: string, now: string): KeptReservation[]
  /** To be sent, or on the wire, by what they say alone: no outbox entry of them is open. Those that begin from an instant. */
  adrift(from: string): KeptReservation[]
  /** Cancelled here alone, and past their undo. */
  pastUndo(now: string): KeptReservation[]
  /** Those that began before an instant and still name their guests. */
  withGuests(before: string): KeptReservation[]
  /** What was set aside of the book before an instant says no more than that it was. */
  clearSetAside(before: string): void
}

const instant = z.string().nullable()
const kept = z.object({
  id: z.string(),
  kind: z.enum(bookingKinds),
  reference: z.string(),
  booking: bookingSchema,
  platformId: z.string().nullable(),
  code: z.string().nullable(),
  state: z.enum([
    'here',
    'held',
    'not-yet',
    'sending',
    'booked',
    'may-exist',
    'refused',
    'expired',
    'discarded',
  ]),
  words: z.string().nullable(),
  mark: z.enum(['expected', 'arrived', 'seated', 'left', 'no-show']),
  stamps: z.object({ completedAt: instant, cancelledAt: instant, clientSaidItsLateAt: instant }),
  cancellation: z
    .object({
      state: z.enum(['undoable', 'queued', 'sending', 'may-be-cancelled', 'confirmed', 'refused']),
      reason: z.string(),
      undoUntil: z.string(),
      words: z.string().nullable(),
      local: z.boolean(),
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

const namesGuest = ({ booking, words, cancellation }: KeptReservation): boolean => {
  const { firstName, lastName, phone, email, requests, allergies, clientId } = booking
  const texts = [firstName, lastName, phone, email, requests, allergies, cancellation?.reason]
  return clientId !== null || words !== null || texts.some((text) => (text ?? '') !== '')
}

const undoUntilOf = ({ cancellation }: KeptReservation): string | null =>
  cancellation?.local === true && cancellation.state === 'undoable' ? cancellation.undoUntil : null

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
    version: 3,
  })
  const list = (where: string, ...values: (string | number)[]): KeptReservation[] =>
    rows.all(where, ...values).map((row) => row.kept)
  return {
    load: (id) => rows.get(id)?.kept ?? null,
    save(each) {
      rows.put({
        id: each.id,
        reference: each.reference,
        state: each.state,
        starts_at: each.booking.startsAt,
        undo_until: undoUntilOf(each),
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
    overdue: (now) => list(`state = 'not-yet' AND starts_at <= ?`, now),
    heldPast: (from, now) =>
      list(`starts_at >= ? AND starts_at <= ? AND state = 'held'`, from, now),
    adrift: (from) =>
      list(
        `starts_at >= ? AND state IN ('not-yet', 'sending') AND NOT EXISTS (
           SELECT 1 FROM outbox WHERE kind = 'reservation' AND subject = reservations.id
             AND open = 1)`,
        from,
      ),
    pastUndo: (now) => list('undo_until IS NOT NULL AND undo_until <= ?', now),
    withGuests: (before) => list('has_guest = 1 AND starts_at < ?', before),
    clearSetAside(before) {
      db.run(
        `UPDATE set_aside SET row = '{}' WHERE at < ? AND row <> '{}' AND (origin IN ('reservations', 'reservation_drafts')
           OR origin = 'outbox' AND json_extract(row, '$.kind') LIKE 'reservation%')`,
        before,
      )
    },
  }
}
