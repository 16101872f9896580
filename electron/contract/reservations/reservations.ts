import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { occasions } from './fields.ts'

const text = (most: number) => z.string().trim().max(most)
/** The longest value that a field of a guest, or an id, may have. */
export const longestValue = 1_000
/** How to reach a guest. The platform's own values are kept byte for byte: no trim, and a limit that no real one meets. */
const contact = z.string().max(longestValue)
/** A sector, a table or a client, by the platform's id or one that was made here. */
const idOf = z.string().min(1).max(longestValue)
const tableIds = z.array(idOf).max(30)

/** A table as a person books it. Names and telephone may be empty while it is being typed; the host says what is missing. */
export const reservationDetails = z.strictObject({
  partySize: z.int().min(1).max(500),
  /** ISO 8601 in UTC. */
  startsAt: z.iso.datetime(),
  durationMinutes: z
    .int()
    .min(15)
    .max(24 * 60),
  firstName: contact,
  lastName: contact,
  phone: contact,
  email: contact,
  occasion: z.enum(occasions).nullable(),
  sectorId: idOf.nullable(),
  tableIds,
  /** What the guest asks for. */
  requests: text(1000),
  /** What the kitchen must know; stays here, and goes along in the requests. */
  allergies: text(300),
  /** The loyalty client that the guest was picked from: name, telephone and e-mail are the platform's own then. */
  clientId: idOf.nullable(),
})
export type ReservationDetails = z.infer<typeof reservationDetails>

/** What is typed at the telephone, as it is typed: nothing of it need be right yet. */
export const draftSchema = z.strictObject({
  partySize: z.string().max(10),
  /** YYYY-MM-DD and HH:MM by the store's clock, each empty while it is not whole. */
  day: z.string().max(20),
  time: z.string().max(20),
  name: z.string().max(2 * longestValue),
  phone: contact,
  email: contact,
  occasion: z.enum(occasions).nullable(),
  sectorId: idOf.nullable(),
  tableIds,
  requests: z.string().max(1000),
  allergies: z.string().max(300),
  clientId: idOf.nullable(),
  /** At the table; null as long as it is the house's own. */
  durationMinutes: z.int().nullable(),
})
export type Draft = z.infer<typeof draftSchema>

/** The fields in which something was typed; JSON has no undefined. */
export const typedSchema = draftSchema.partial() as z.ZodType<Partial<Draft>, Partial<Draft>>

/** How a table comes to its guests: booked, taken by who walked in, or waited for. */
export const reservationKinds = ['booked', 'walk-in', 'waiting'] as const
export type ReservationKind = (typeof reservationKinds)[number]

/** Where the guests are, by what people here say; `late` is expected and ten minutes past the time. */
export const visits = [
  'expected',
  'late',
  'arrived',
  'seated',
  'left',
  'no-show',
  'cancelled',
] as const
export type Visit = (typeof visits)[number]

/** How far a cancellation is; null where that was lost. Queued, it can be taken back. */
export interface Cancellation {
  reason: string
  delivery: Delivery | null
}

/**
 * How far a change of a booked reservation is. The platform has no change, so a new reservation is booked and the old one
 * is cancelled. Where the new one takes the old one's table, the old one is cancelled first.
 * - `booking`: the new one is on its way, the old one stands. - `unsure`: nobody knows whether the new one exists.
 * - `not-booked`: the platform refused the new one, or its time came; the old one stands.
 * - `cancelling-first`: the old one is being cancelled, the new one waits for that. - `cancel-stuck`: a person decides.
 * - `booking-last`: the old one is cancelled, the new one is on its way. - `lost`: and it was not booked: neither exists.
 * - `cancelling`: the new one is booked, the old one is being cancelled. - `cancel-by-hand`: a person cancels it at the platform.
 * - `done`: the new one is booked, the old one is cancelled.
 */
export type ChangeStep =
  | 'booking'
  | 'unsure'
  | 'not-booked'
  | 'cancelling-first'
  | 'cancel-stuck'
  | 'booking-last'
  | 'lost'
  | 'cancelling'
  | 'cancel-by-hand'
  | 'done'

/** A change as one of its two reservations has it. */
export interface ReservationChange {
  step: ChangeStep
  side: 'old' | 'new'
  /** The other of the two. */
  other: Pick<
    Reservation,
    'id' | 'day' | 'startsAt' | 'partySize' | 'tableIds' | 'code' | 'reference' | 'platformId'
  >
}

/** A reservation as the book has it: taken on one of these screens. Instants are ISO 8601 in UTC. */
export interface Reservation extends ReservationDetails {
  id: string
  kind: ReservationKind
  /** Short, unique, also in the requests that the platform has: by it a double is found. */
  reference: string
  platformId: string | null
  /** The platform's own, for the guest. */
  code: string | null
  /** How far it is sent; null where nothing of it is sent: who walked in or waits, what is held, or was given up before that. */
  delivery: Delivery | null
  /** It takes the place of another, and is sent once that one is cancelled. */
  isHeld: boolean
  /** It was given up: it has no table, whatever became of it before. */
  isDiscarded: boolean
  visit: Visit
  /** The store's day that it belongs to, YYYY-MM-DD. */
  day: string
  endsAt: string
  cancellation: Cancellation | null
  change: ReservationChange | null
  takenAt: string
  /** What the screen is called on which it was taken. */
  takenOn: string
}

/** What stands against a booking: `error` must be mended, `warning` can be overridden by who knows better. */
export interface ReservationObjection {
  kind: 'error' | 'warning'
  code:
    | 'past'
    | 'no-name'
    | 'no-contact'
    | 'unusual-phone'
    | 'unusual-email'
    | 'closed-day'
    | 'closed-then'
    | 'table-taken'
    | 'too-few-seats'
    | 'pacing'
  /**
   * For the words of the page. `table-taken`: the tables' names. `too-few-seats`: the seats, the guests. `pacing`: the covers,
   * the limit. `closed-then`: the hours of that day, from and to in turn, ISO. Others: nothing.
   */
  about: string[]
}

/**
 * The store's own sectors and tables, since the platform lists none. A `learned` table came with an answer of the platform,
 * and nobody has said how many may sit there. A name is empty until a person gives one: the platform tells only ids.
 */
export const floorPlanSchema = z.strictObject({
  sectors: z
    .array(
      z.strictObject({
        id: idOf,
        name: text(60),
        tables: z
          .array(
            z.strictObject({
              id: idOf,
              name: text(30),
              seats: z.int().min(1).max(100),
              learned: z.boolean(),
            }),
          )
          .max(300),
      }),
    )
    .max(50),
})
export type FloorPlan = z.infer<typeof floorPlanSchema>

/** Some days of the book. */
export interface ReservationList {
  revision: number
  now: string
  timeZone: string
  /** YYYY-MM-DD, in order. */
  days: {
    day: string
    /** When the store is open by the known schedule, ISO; null where no schedule is known. */
    open: { from: string; to: string }[] | null
  }[]
  reservations: Reservation[]
  plan: FloorPlan
  /** Guests who may arrive in one half hour before it warns. */
  coversPerHalfHour: number | null
}

/** What the kitchen hears of the next hour: large parties and allergies, and nothing of who they are. */
export interface PartyAhead {
  reservationId: string
  /** ISO. */
  startsAt: string
  partySize: number
  /** As they were written down; empty where there are none. */
  allergies: string
  /** Names of the tables. */
  tables: string[]
}

/** From so many guests on the kitchen hears of a party. */
export const largeParty = 8
