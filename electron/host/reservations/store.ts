import { z } from 'zod'
import {
  reservationKinds,
  reservationDetails,
  floorPlanSchema,
  guestTextsSchema,
  otherTablesSchema,
  quotedWaitSchema,
  sentMessageSchema,
  type FloorPlan,
  type GuestTexts,
} from '#contract/reservations/reservations.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { type ReservationRow, referenceOf } from '#domain/reservations/reservation.ts'
import {
  searchForms,
  collectTables,
  withoutIdNames,
  type SeenTables,
} from '#domain/reservations/details.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'
import { hasEntry, subjectsOf } from '../outbox/entry-row.ts'

const instant = z.string().nullable()
const reservationSchema = z.object({
  id: z.string(),
  kind: z.enum(reservationKinds),
  reference: z.string(),
  booking: reservationDetails,
  platformId: z.string().nullable(),
  code: z.string().nullable(),
  isHeld: z.boolean(),
  isDiscarded: z.boolean(),
  mark: z.enum(['expected', 'arrived', 'seated', 'left', 'no-show']),
  seatedAt: instant.default(null),
  leftAt: instant.default(null),
  quote: quotedWaitSchema.nullable().default(null),
  messages: z.array(sentMessageSchema).default([]),
  otherTables: otherTablesSchema.nullable().default(null),
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
  kept: reservationSchema,
})

export type StoredRow = z.infer<typeof rowSchema>

export const reservationRows: RowFormat<StoredRow> = {
  table: 'reservations',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['kept'],
  ofPeople: true,
}

/** The search terms of a reservation, each after a space. */
function wordsOf(
  { booking: details, reference, code }: ReservationRow,
  countryCode: string,
): string {
  const { firstName, lastName, phone, email } = details
  const texts = [firstName, lastName, phone, email, reference, code ?? '']
  const words = searchTerms([...texts, ...searchForms(phone, countryCode)].join(' '))
  return words.map((word) => ` ${word}`).join('')
}

function namesGuest({ booking: details, cancellation }: ReservationRow): boolean {
  const { firstName, lastName, phone, email, requests, allergies, clientId } = details
  const texts = [firstName, lastName, phone, email, requests, allergies, cancellation?.reason]
  return clientId !== null || texts.some((text) => (text ?? '') !== '')
}

/**
 * Says which outbox entries should exist: one for the reservation, and if `cancelled` one for the
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
export class ReservationStore {
  readonly #context: Context
  readonly #table: Rows<StoredRow>
  readonly #plan: StoredValue<FloorPlan>
  readonly #guestTexts: StoredValue<GuestTexts>

  constructor(context: Context) {
    this.#context = context
    this.#table = context.rows(reservationRows)
    this.#plan = context.values('floorPlan', floorPlanSchema)
    this.#guestTexts = context.values('guestTexts', guestTextsSchema)
  }

  /** Null for an unknown id, and for no id. */
  load(id: string | null): ReservationRow | null {
    return id === null ? null : (this.#table.get(id)?.kept ?? null)
  }

  save(reservation: ReservationRow): void {
    this.#table.put({
      id: reservation.id,
      reference: reservation.reference,
      state: columnState(reservation),
      starts_at: reservation.booking.startsAt,
      undo_until: reservation.cancellation?.local?.undoUntil ?? null,
      has_guest: namesGuest(reservation) ? 1 : 0,
      words: wordsOf(reservation, this.#context.countryCode()),
      kept: reservation,
    })
  }

  /** A reference that no reservation has. */
  freshReference(): string {
    const { db, newId } = this.#context
    for (;;) {
      const reference = referenceOf(newId())
      const row = db.get('SELECT 1 FROM reservations WHERE reference = ?', reference)
      if (row === undefined) return reference
    }
  }

  /** Reservations that start in the range (`to` excluded), earliest first. */
  between(from: number, to: number): ReservationRow[] {
    const where = 'starts_at >= ? AND starts_at < ? ORDER BY starts_at, id'
    return this.#list(where, iso(from), iso(to))
  }

  /** The latest `limit` reservations that have a search term starting with each word of `text`. */
  search(text: string, limit: number): ReservationRow[] {
    const words = searchTerms(text)
    if (words.length === 0) return []
    const where = words.map(() => 'words LIKE ?').join(' AND ')
    return this.#list(
      `${where} ORDER BY starts_at DESC, id LIMIT ?`,
      ...words.map((word) => `% ${word}%`),
      limit,
    )
  }

  /** Queued reservations whose time has come. */
  overdue(now: number): ReservationRow[] {
    // The `+` keeps SQLite from using the index of `starts_at`, because few reservations are queued
    // and many have started.
    const where = `+starts_at <= ? AND id IN (${subjectsOf(['reservation'], 'queued')})`
    return this.#list(where, iso(now))
  }

  /** New reservations of a change that still wait for the old one, and whose time has come since `from`. */
  heldPast(from: number, now: number): ReservationRow[] {
    const where = `starts_at >= ? AND starts_at <= ? AND state = 'held'`
    return this.#list(where, iso(from), iso(now))
  }

  /** Reservations from an instant on that should have an outbox entry but have none. */
  withoutEntry(from: number): ReservationRow[] {
    return this.#list(
      `starts_at >= ? AND undo_until IS NULL AND (
         state NOT IN ('here', 'held', 'discarded') AND NOT ${wasSent('reservation')}
         OR state = 'cancelled' AND NOT ${wasSent('reservation-cancel')})`,
      iso(from),
    )
  }

  /** Reservations before an instant whose guests were deleted and that still need a decision. */
  undecided(before: number): ReservationRow[] {
    return this.#list(
      `+starts_at < ? AND has_guest = 0
         AND id IN (${subjectsOf(['reservation', 'reservation-cancel'], 'undecided')})`,
      iso(before),
    )
  }

  /** Local cancellations that can't be undone any more. */
  pastUndo(now: number): ReservationRow[] {
    return this.#list('undo_until IS NOT NULL AND undo_until <= ?', iso(now))
  }

  /** Reservations before an instant that still name their guests. */
  withGuests(before: number): ReservationRow[] {
    return this.#list('has_guest = 1 AND starts_at < ?', iso(before))
  }

  plan(): FloorPlan {
    return withoutIdNames(this.#plan.read() ?? { sectors: [] })
  }

  savePlan(plan: FloorPlan): void {
    this.#plan.write(plan)
  }

  guestTexts(): GuestTexts {
    return this.#guestTexts.read() ?? []
  }

  saveGuestTexts(texts: GuestTexts): void {
    this.#guestTexts.write(texts)
  }

  /** Adds the tables in an answer of the platform; returns whether there was a new one. */
  learnTables(seen: SeenTables): boolean {
    const before = this.plan()
    const after = collectTables(before, seen)
    if (after !== before) this.savePlan(after)
    return after !== before
  }

  #list(where: string, ...values: (string | number)[]): ReservationRow[] {
    return this.#table.all(where, ...values).map((row) => row.kept)
  }
}
