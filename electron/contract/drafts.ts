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
  /** When the first of it was typed, ISO. */
  at: z.string().max(40),
  typed: z.partialRecord(field, z.union([text, z.boolean(), list])),
  /** What the coupon said then, of all that it said. */
  seen: z.partialRecord(
    field,
    z.union([text, z.boolean(), list, z.number(), z.null()]),
  ) as unknown as z.ZodType<CouponValues, CouponValues>,
})
export type CouponDraft = z.infer<typeof couponDraftSchema>

export const allergiesDraftSchema = z.strictObject({ allergies: z.string().max(300) })

/**
 * What a screen has typed and not submitted, by its kind. `reservation`: all fields of a new one, or those that change in one of
 * the book. `allergies`: of a guest. `coupon`: the fields that change.
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
/** The id of what it is a draft of; empty for a new reservation. */
const subject = z.string().max(100)

const keeps = <Kind extends DraftKind>(name: Kind, draft: z.ZodType<DraftOf[Kind]>) =>
  z.strictObject({ kind: z.literal(name), subject, base: draft.nullable(), draft })

/** Drafts of a screen. The count of a shift is a draft as well, which all screens share: it goes through `shifts.keepCount`. */
export const draftsContract = defineContract({
  name: 'drafts',
  operations: {
    /** Those of this screen. A draft of a reservation is kept for a day, of a coupon for 30, of allergies as long as guests' data. */
    'drafts.read': answersFront<ScreenDraft[]>()(none),
    /**
     * Keeps what is typed on this screen, over a restart. `base` is the draft as the host answered it last, null where there was
     * none: what changed since then is merged with what is kept by now. Where both changed one field, this one stands. A coupon's
     * e-mail addresses are kept until the host ends. `not-found` for a screen without an id.
     */
    'drafts.keep': answersFront<{ draft: DraftOf[DraftKind]; conflicts: FieldConflict[] }>()(
      z.discriminatedUnion('kind', [
        keeps('reservation', typedSchema),
        keeps('allergies', allergiesDraftSchema),
        keeps('coupon', couponDraftSchema),
      ]),
    ),
    /** Taking a reservation, noting allergies and changing a coupon discard their draft as well. */
    'drafts.discard': answersFront<null>()(z.strictObject({ kind, subject })),
  },
  events: {
    /** Drafts were forgotten, by age or with all guests: read them again. */
    'drafts.changed': event(front),
  },
})
