import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { languages } from '../shared/languages.ts'
import { guestMessageChannels, guestMessageKinds, longestGuestText, occasions } from './fields.ts'

const text = (max: number) => z.string().trim().max(max)
/** The limit for an id or a contact field of a guest. */
export const maxValue = 1_000
/**
 * A guest's name, phone or e-mail. The platform's own values are stored byte for byte, so there is
 * no trim, and the limit is higher than any real value.
 */
const contact = z.string().max(maxValue)
/** The id of a sector, a table or a client, from the platform or created here. */
const idOf = z.string().min(1).max(maxValue)
const tableIds = z.array(idOf).max(30)

/**
 * What a person writes down for a reservation. Name and phone may be empty while the person types;
 * the host checks them (`reservations.check`).
 */
export const reservationDetails = z.strictObject({
  partySize: z.int().min(1).max(500),
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
  requests: text(1000),
  /** What the kitchen must know. Stored locally, and sent to the platform as part of the requests. */
  allergies: text(300),
  /** The loyalty client that a person picked. Name, phone and e-mail are then the platform's own values. */
  clientId: idOf.nullable(),
})
export type ReservationDetails = z.infer<typeof reservationDetails>

/** A reservation while a person types it. No field has to be valid yet. */
export const draftSchema = z.strictObject({
  partySize: z.string().max(10),
  /** YYYY-MM-DD and HH:MM by the store's clock; empty while incomplete. */
  day: z.string().max(20),
  time: z.string().max(20),
  /** The clock shows the time twice that night, and the second one is meant. */
  isSecond: z.boolean(),
  name: z.string().max(2 * maxValue),
  phone: contact,
  email: contact,
  occasion: z.enum(occasions).nullable(),
  sectorId: idOf.nullable(),
  tableIds,
  requests: z.string().max(1000),
  allergies: z.string().max(300),
  clientId: idOf.nullable(),
  /** Null means the default duration from the settings. */
  durationMinutes: z.int().nullable(),
})
export type Draft = z.infer<typeof draftSchema>

/** Only the fields that were typed. A missing field is untouched, because JSON has no undefined. */
export const typedSchema = draftSchema.partial() as z.ZodType<Partial<Draft>, Partial<Draft>>

export const reservationKinds = ['booked', 'walk-in', 'waiting'] as const
export type ReservationKind = (typeof reservationKinds)[number]

/**
 * Where the guests are, as the staff marked it. `late` means that they are still expected ten
 * minutes after the time.
 */
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

/** `delivery` is null if its outbox entry was lost. A queued cancellation can be undone. */
export interface Cancellation {
  reason: string
  delivery: Delivery | null
}

/**
 * The progress of a change to a booked reservation. The platform cannot change a reservation, so a
 * new one is booked and the old one is cancelled. If the new one needs the old one's table, the old
 * one is cancelled first.
 * - `booking`: the new one is being sent; the old one is still valid.
 * - `unsure`: it is unknown whether the new one exists.
 * - `not-booked`: the platform rejected the new one, or it expired; the old one is still valid.
 * - `cancelling-first`: the old one is being cancelled; the new one waits.
 * - `cancel-stuck`: the cancellation failed and a person must decide.
 * - `booking-last`: the old one is cancelled; the new one is being sent.
 * - `lost`: the old one is cancelled and the new one was not booked; neither exists.
 * - `cancelling`: the new one is booked; the old one is being cancelled.
 * - `cancel-by-hand`: the new one is booked; a person must cancel the old one at the platform.
 * - `done`: the new one is booked and the old one is cancelled.
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

/** A change, seen from one of its two reservations. */
export interface ReservationChange {
  step: ChangeStep
  side: 'old' | 'new'
  other: Pick<
    Reservation,
    | 'id'
    | 'day'
    | 'businessDay'
    | 'startsAt'
    | 'partySize'
    | 'tableIds'
    | 'code'
    | 'reference'
    | 'platformId'
  >
}

/** The wait that guests at the door were told, and when. */
export const quotedWaitSchema = z.object({ minutes: z.int().min(0).max(600), at: z.string() })
export type QuotedWait = z.infer<typeof quotedWaitSchema>

/** A message that a person opened in an app of the device. Whether it was sent is not known. */
export const sentMessageSchema = z.object({
  kind: z.enum(guestMessageKinds),
  channel: z.enum(guestMessageChannels),
  at: z.string(),
  /** The name of the screen. */
  by: z.string(),
})
export type SentMessage = z.infer<typeof sentMessageSchema>

/** The platform assigned other tables than it was asked for. Both lists have ids. */
export const otherTablesSchema = z.object({
  asked: z.array(z.string()),
  assigned: z.array(z.string()),
})
export type OtherTables = z.infer<typeof otherTablesSchema>

/** A reservation made in Kitchen Pass. Instants are ISO 8601 in UTC. */
export interface Reservation extends ReservationDetails {
  id: string
  kind: ReservationKind
  /** Short and unique. The platform has it in the requests, so a person can find a duplicate there. */
  reference: string
  platformId: string | null
  code: string | null
  /**
   * Null if nothing is sent: walk-ins, the waiting list, a held reservation, or one that was given
   * up before it was sent.
   */
  delivery: Delivery | null
  /** It replaces another reservation, and is sent after that one is cancelled. */
  isHeld: boolean
  /** It was given up and has no table, whatever its state was before. */
  isDiscarded: boolean
  visit: Visit
  /** The store's calendar day, YYYY-MM-DD, as people say it. */
  day: string
  /** The day whose list it is in, YYYY-MM-DD: at half past midnight the day before. */
  businessDay: string
  /** When its tables are free: when the guests left, or as expected from when they sat down. */
  endsAt: string
  /** When the guests sat down; null before that, or if it was not marked. */
  seatedAt: string | null
  leftAt: string | null
  /** For guests on the waiting list; null if they were told nothing. */
  quote: QuotedWait | null
  /** E.164 without the extension: +56912345678. Null if no message can be written to the guest. */
  phoneForMessages: string | null
  /** Oldest first. */
  messages: SentMessage[]
  /** Null if the tables are as asked for, and after a person has chosen a table again. */
  otherTables: OtherTables | null
  cancellation: Cancellation | null
  change: ReservationChange | null
  takenAt: string
  /** The name of the screen that created it. */
  takenOn: string
}

export const objectionCodes = [
  'past',
  'no-name',
  'no-contact',
  'unusual-phone',
  'unusual-email',
  'closed-day',
  'closed-then',
  'table-taken',
  'needed-soon',
  'too-few-seats',
  'pacing',
] as const
export type ObjectionCode = (typeof objectionCodes)[number]

/** A problem with a reservation's details. An `error` must be corrected; a person may accept a `warning`. */
export interface ReservationObjection {
  kind: 'error' | 'warning'
  code: ObjectionCode
  /**
   * Values for the message on screen. `table-taken`: names of the tables. `needed-soon`: the next
   * reservation's time as an ISO instant, then names of its tables. `too-few-seats`: seats,
   * guests. `unusual-phone`: what is wrong with it (`phoneProblem`). `pacing`: covers, limit.
   * `closed-then`: opening hours of that day as ISO instants, from and to in turn. Empty for other
   * codes.
   */
  about: string[]
}

const tableShapes = ['square', 'round'] as const
const fixtureKinds = ['bar', 'wall'] as const

/** A position or a length on the floor plan, in cells. A chair is about one cell wide. */
const cells = z.int().min(0).max(200)
/** Clockwise, in degrees. */
const turn = z.int().min(0).max(359)

/**
 * The store's own sectors and tables, because the platform has no list of them. A `learned` table
 * came with an answer of the platform, and its number of seats is a guess. A name is empty until a
 * person enters one, because the platform sends only ids.
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
              shape: z.enum(tableShapes).default('square'),
              /** Its top left corner before it is turned; null if nobody has placed it yet. */
              place: z.strictObject({ x: cells, y: cells, turn }).nullable().default(null),
            }),
          )
          .max(300),
        /** What stands in the room besides tables. */
        fixtures: z
          .array(
            z.strictObject({
              id: idOf,
              kind: z.enum(fixtureKinds),
              x: cells,
              y: cells,
              width: cells.min(1),
              height: cells.min(1),
            }),
          )
          .max(100)
          .default([]),
      }),
    )
    .max(50),
})
export type FloorPlan = z.infer<typeof floorPlanSchema>

/** How long parties stay, by their size. */
export interface TurnTime {
  /** The largest party that it is for; null for all larger ones. */
  upTo: number | null
  minutes: number
  /** How many visits it was learned from; 0 for the default. */
  visits: number
}

/** When a party at the door can sit down, and how that was worked out. */
export interface WaitEstimate {
  /** Rounded up to five minutes; 0 if a table is free now. */
  minutes: number
  /** The table that becomes free, by name. */
  table: string
  /** The party that sits there now: since when, and for how long it is expected to stay. */
  seatedAt: string | null
  turnMinutes: number | null
  freeAt: string
  /** Parties on the list that sit down before. */
  before: number
}

/** A text of the restaurant's own for one kind of message; a missing one has its default. */
export const guestTextsSchema = z
  .array(
    z.strictObject({
      kind: z.enum(guestMessageKinds),
      language: z.enum(languages),
      text: text(longestGuestText).min(1),
    }),
  )
  .max(guestMessageKinds.length * languages.length)
export type GuestTexts = z.infer<typeof guestTextsSchema>

export interface ReservationList {
  revision: number
  now: string
  timeZone: string
  days: {
    /** A business day. */
    day: string
    /** The opening hours as ISO instants; null if the schedule is unknown. */
    open: { from: string; to: string }[] | null
  }[]
  reservations: Reservation[]
  plan: FloorPlan
  /** The limit of guests who arrive in the same half hour; above it the host warns. */
  coversPerHalfHour: number | null
  /** By size, smallest parties first. */
  turnTimes: TurnTime[]
}

/** What the kitchen sees of the next hour: large parties and allergies, without names. */
export interface PartyAhead {
  reservationId: string
  startsAt: string
  partySize: number
  allergies: string
  tables: string[]
}

/** The kitchen gets a notice of parties of this size or larger. */
export const largeParty = 8
