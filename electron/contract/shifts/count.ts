import { languages } from '#contract/shared/languages.ts'
import { z } from 'zod'
import { movementKinds } from './count-fields.ts'
import type { TipVariants } from './figures.ts'

const text = (max: number) => z.string().max(max)
const key = z.string().min(1).max(100)
/** An amount as typed, complete or not, with the language that decides what points and commas mean. */
const typedSchema = z.strictObject({ text: text(40), language: z.enum(languages) })
export type TypedAmount = z.infer<typeof typedSchema>

/** An empty field for a note or coin means the same as no field. */
const withoutNulls = (pieces: Record<string, number | null>): Record<string, number | null> =>
  Object.fromEntries(Object.entries(pieces).filter(([, count]) => count !== null))

/**
 * The count while a person types it; every field may be empty. Registers, slips and movements have
 * ids. The screen makes the ids of movements, and of registers that the platform does not have.
 */
export const countDraftSchema = z.strictObject({
  /**
   * The method that is counted by notes and coins. Every other method is counted by the total of
   * its slips.
   */
  cashMethodId: text(100).nullable(),
  registers: z
    .array(
      z.strictObject({
        id: key,
        name: text(60),
        pieces: z
          .record(z.string().regex(/^\d{1,9}$/), z.int().min(0).max(1_000_000).nullable())
          .transform(withoutNulls),
        /** Cash that was not counted note by note. */
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
  /** The cash that stays in the registers for the next day. */
  float: typedSchema,
  /** Why a method is over or short, by its id. Required above the threshold. */
  methodNotes: z.array(z.strictObject({ id: text(100), note: text(500) })).max(60),
  notes: text(2000),
})
export type CountDraft = z.infer<typeof countDraftSchema>

/**
 * Why a count cannot be finished. `about` is the id of a register, method or movement; null for the
 * float.
 */
export interface CountObjection {
  code:
    | 'no-cash'
    /** A method with payments has no total, or the cash method does not exist. */
    | 'no-slips'
    | 'no-cash-method'
    | 'unreadable'
    /** A pay-in, pay-out or safe drop has no amount or no reason. */
    | 'no-amount'
    | 'no-reason'
    | 'no-float'
    | 'float-too-large'
    /** After the count: a method is above the threshold and has no second count, or no note. */
    | 'recount-demanded'
    | 'note-demanded'
  about: string | null
}

/** The sums of a count; null if a field cannot be read or is empty. */
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
 * The count of a shift, which all screens share.
 * - `counting`: expected figures are hidden.
 * - `counted`: the figures are shown, and only notes, method notes and the float can change.
 * - `recounting`: the methods in `methodIds` are being counted again.
 */
export interface StoredCount {
  revision: number
  state: 'counting' | 'counted' | 'recounting' | 'closed'
  draft: CountDraft
  sums: CountSums
  objections: CountObjection[]
  methodIds: string[]
  /** A person showed the figures before the count was finished. The close-out says so. */
  wasRevealed: boolean
  corrects: { number: number; reason: string } | null
  savedAt: string | null
  /** The name of the screen that saved last. */
  savedOn: string
}

/** One finished count. A shift can have several, in order. */
export interface CountAttempt {
  at: string
  screen: string
  methods: { methodId: string; counted: number }[]
}

/** One method: counted, expected, and the difference (positive is over, negative is short). */
export interface OverShort {
  methodId: string
  name: string
  isCash: boolean
  counted: number | null
  expected: TipVariants
  overShort: TipVariants | null
  /** The difference if the store has said whether amounts include tips; otherwise null. */
  known: number | null
  /**
   * The difference is above the threshold whether or not amounts include tips, so a recount and a
   * note are required.
   */
  isAboveThreshold: boolean
  note: string
}
