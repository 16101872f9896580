import { z } from 'zod'
import { couponFields, type CouponField } from './coupons/fields.ts'
import type { CouponValues } from './coupons/coupons.ts'
import type { FieldConflict } from './merge-fields.ts'
import { answersFront, defineContract, event, front, none } from './operation.ts'
import { typedSchema, type Draft } from './reservations/reservations.ts'

/** As much as a pasted list of addresses may have. */
const text = z.string().max(100_000)
const list = z.array(z.string().max(1_000)).max(2_000)
const field = z.enum(Object.keys(couponFields) as [CouponField, ...CouponField[]])

/** A field of a coupon as a person types it: text also where it is to become a number, an instant or a list. */
export type TypedValue = string | boolean | string[]

export const couponDraftSchema = z.strictObject({
  /** When the draft was started, ISO. */
  at: z.string().max(40),
  typed: z.partialRecord(field, z.union([text, z.boolean(), list])),
  /** All values of the coupon at that time. */
  seen: z.partialRecord(
    field,
    z.union([text, z.boolean(), list, z.number(), z.null()]),
  ) as unknown as z.ZodType<CouponValues, CouponValues>,
})
export type CouponDraft = z.infer<typeof couponDraftSchema>

export const allergiesDraftSchema = z.strictObject({ allergies: z.string().max(300) })

/**
 * What a screen has typed and not submitted, by kind. `reservation`: all fields of a new one, or
 * the changed fields of an existing one. `allergies`: a guest's note. `coupon`: the changed fields.
 */
export interface DraftOf {
  reservation: Partial<Draft>
  allergies: z.infer<typeof allergiesDraftSchema>
  coupon: CouponDraft
}
export type DraftKind = keyof DraftOf
export type ScreenDraft = {
  [Kind in DraftKind]: { kind: Kind; subject: string; draft: DraftOf[Kind] }
}[DraftKind]

const kind = z.enum(['reservation', 'allergies', 'coupon'])
/** The id of the record that it changes; empty for a new reservation. */
const subject = z.string().max(100)

const keeps = <Kind extends DraftKind>(name: Kind, draft: z.ZodType<DraftOf[Kind]>) =>
  z.strictObject({ kind: z.literal(name), subject, base: draft.nullable(), draft })

/**
 * The drafts of a screen. The count of a shift is a draft too, but all screens share it
 * (`shifts.keepCount`).
 */
export const draftsContract = defineContract({
  name: 'drafts',
  operations: {
    /**
     * Drafts of this screen. A draft of a reservation is stored for one day, of a coupon for 30
     * days, of allergies as long as guest data.
     */
    'drafts.read': answersFront<ScreenDraft[]>()(none),
    /**
     * Stores what is typed on this screen, so it survives a restart. `base` is the draft that the
     * host returned last, or null; changes since then are merged field by field, and this one wins.
     * E-mail addresses of a coupon are kept only until the host ends. `not-found` for a screen
     * without an id.
     */
    'drafts.keep': answersFront<{ draft: DraftOf[DraftKind]; conflicts: FieldConflict[] }>()(
      z.discriminatedUnion('kind', [
        keeps('reservation', typedSchema),
        keeps('allergies', allergiesDraftSchema),
        keeps('coupon', couponDraftSchema),
      ]),
    ),
    /** Submitting a reservation, allergies or a coupon also discards the draft. */
    'drafts.discard': answersFront<null>()(z.strictObject({ kind, subject })),
  },
  events: {
    /** Drafts were deleted, by age or with all guest data; read them again. */
    'drafts.changed': event(front),
  },
})
