import { z } from 'zod'
import { movementKinds } from './count-fields.ts'
import type { BothWays } from './figures.ts'

const text = (most: number) => z.string().max(most)
const key = z.string().min(1).max(100)
/** An amount as it stands in its field, half written or not, with the language whose points and commas it has. */
const typedSchema = z.strictObject({ text: text(40), language: z.enum(['en', 'es', 'pt']) })
export type TypedAmount = z.infer<typeof typedSchema>

/** An empty field of notes or coins is as good as none. */
const withoutNulls = (pieces: Record<string, number | null>): Record<string, number | null> =>
  Object.fromEntries(Object.entries(pieces).filter(([, count]) => count !== null))

/**
 * The count as it is being typed: all of it may be empty. Registers, slips and movements are told apart by their ids; those
 * of movements, and of registers that the platform does not know, are made by the screen.
 */
export const countDraftSchema = z.strictObject({
  /** The method that is counted by notes and coins; every other one by the total of its slips. */
  cashMethodId: text(100).nullable(),
  registers: z
    .array(
      z.strictObject({
        id: key,
        name: text(60),
        /** Notes and coins, by their value in smallest units. */
        pieces: z
          .record(z.string().regex(/^\d{1,9}$/), z.int().min(0).max(1_000_000).nullable())
          .transform(withoutNulls),
        /** Cash that was not counted by piece. */
        loose: typedSchema,
      }),
    )
    .max(30),
  slips: z.array(z.strictObject({ id: text(100), total: typedSchema })).max(60),
  movements: z
    .array(
      z.strictObject({
        id: key,
        kind: z.enum(movementKinds),
        registerId: text(100).nullable(),
        amount: typedSchema,
        reason: text(200),
      }),
    )
    .max(200),
  /** What stays in the registers for tomorrow. */
  float: typedSchema,
  /** Why a method is over or short, by its id: demanded above the threshold. */
  methodNotes: z.array(z.strictObject({ id: text(100), note: text(500) })).max(60),
  notes: text(2000),
})
export type CountDraft = z.infer<typeof countDraftSchema>

/** What stands between a count and its end. `about` is the id of a register, method or movement; null for the float. */
export interface CountObjection {
  code:
    /** No cash was counted. */
    | 'no-cash'
    /** A method with payments has no total, or the cash method is not one. */
    | 'no-slips'
    | 'no-cash-method'
    /** What was typed is no amount. */
    | 'unreadable'
    /** A pay-in, pay-out or safe drop without an amount, or without a reason. */
    | 'no-amount'
    | 'no-reason'
    | 'no-float'
    /** More is left for tomorrow than was counted. */
    | 'float-too-large'
    /** After the count: above the threshold, and not counted a second time; or without a note. */
    | 'recount-demanded'
    | 'note-demanded'
  about: string | null
}

/** The count as its fields add up; null where a field cannot be read or is empty. */
export interface CountSums {
  registers: { id: string; pieces: number; loose: number | null; cash: number | null }[]
  cash: number | null
  slips: { id: string; total: number | null }[]
  movements: { id: string; amount: number | null }[]
  payIns: number
  payOuts: number
  safeDrops: number
  float: number | null
  /** The counted cash less the float (deposit.ts); null while either is missing. */
  deposit: number | null
}

/**
 * The count of a shift, shared by all screens.
 * - `counting`: nothing expected is told. - `counted`: the figures are out, and only notes, method notes and the float can be
 * changed. - `recounting`: `methodIds` are being counted again. - `closed`.
 */
export interface StoredCount {
  revision: number
  state: 'counting' | 'counted' | 'recounting' | 'closed'
  draft: CountDraft
  sums: CountSums
  objections: CountObjection[]
  /** Those that are being counted again. */
  methodIds: string[]
  /** Somebody asked for the figures before the count was finished; the close-out says so. */
  wasRevealed: boolean
  /** The close-out that this corrects, and why. */
  corrects: { number: number; reason: string } | null
  savedAt: string | null
  /** What the screen is called that wrote last. */
  savedOn: string
}

/** A finished count, one after the other. */
export interface CountAttempt {
  at: string
  screen: string
  methods: { methodId: string; counted: number }[]
}

/** One method: what was counted, what should be there, and what is over (above nothing) or short. */
export interface OverShort {
  methodId: string
  name: string
  isCash: boolean
  counted: number | null
  expected: BothWays
  overShort: BothWays | null
  /** The true one, where the store has said where tips are. */
  known: number | null
  /** By every reading that is possible; a recount and a note are demanded then. */
  isAboveThreshold: boolean
  note: string
}
