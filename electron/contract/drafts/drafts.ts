import { z } from 'zod'
import { couponFields, type CouponField } from '../coupons/fields.ts'
import type { CouponValues } from '../coupons/coupons.ts'
import { languages } from '../shared/languages.ts'
import type { FieldConflict } from '../shared/merge-fields.ts'
import { answersFront, defineContract, event, front, none } from '../shared/operation.ts'
import { guestMessageKinds } from '../reservations/fields.ts'
import { typedSchema, type Draft } from '../reservations/reservations.ts'

/** Minutes from midnight, as in the store's hours. */
const period = z.strictObject({ fromMinute: z.int(), toMinute: z.int() })
/** `week.1` is Monday; `closed` and `special` have a day. */
const hoursField = z.string().regex(/^(week\.[1-7]|(closed|special)\.\d{4}-\d\d-\d\d)$/)
/** The periods, or whether the day is closed. */
const hoursFields = z.record(hoursField, z.union([z.array(period).max(6), z.boolean()]))

/** Enough for a pasted list of e-mail addresses. */
const text = z.string().max(100_000)
const list = z.array(z.string().max(1_000)).max(2_000)
const field = z.enum(Object.keys(couponFields) as [CouponField, ...CouponField[]])

/** A field of a coupon as a person types it. A number, an instant or a list may still be text. */
export type TypedValue = string | boolean | string[]

export const couponDraftSchema = z.strictObject({
  /** When the person started to type, ISO 8601. */
  at: z.string().max(40),
  typed: z.partialRecord(field, z.union([text, z.boolean(), list])),
  /** The coupon's fields at that time. */
  seen: z.partialRecord(
    field,
    z.union([text, z.boolean(), list, z.number(), z.null()]),
  ) as unknown as z.ZodType<CouponValues, CouponValues>,
})
export type CouponDraft = z.infer<typeof couponDraftSchema>

export const hoursDraftSchema = z.strictObject({
  /** When the person started, ISO 8601. */
  at: z.string().max(40),
  /** The changed hours. */
  typed: hoursFields,
  /** The store's hours at that time. */
  seen: hoursFields,
})
export type HoursDraft = z.infer<typeof hoursDraftSchema>

export const allergiesDraftSchema = z.strictObject({ allergies: z.string().max(300) })

export const guestTextKeys = guestMessageKinds.flatMap((each) =>
  languages.map((language) => `${each}.${language}` as const),
)
export type GuestTextKey = (typeof guestTextKeys)[number]

/** Texts of messages to guests. A longer one than may be saved can still be typed. */
export const guestTextsDraftSchema = z.partialRecord(z.enum(guestTextKeys), z.string().max(5_000))

/**
 * What a screen has typed and not submitted, by kind. `reservation`: all fields of a new
 * reservation, or the changed fields of an existing one. `allergies`: those of a guest. `coupon`
 * and `hours`: the changed fields. `guestTexts`: the changed texts.
 */
export interface DraftOf {
  reservation: Partial<Draft>
  allergies: z.infer<typeof allergiesDraftSchema>
  coupon: CouponDraft
  hours: HoursDraft
  guestTexts: z.infer<typeof guestTextsDraftSchema>
}
export type DraftKind = keyof DraftOf
export type ScreenDraft = {
  [Kind in DraftKind]: { kind: Kind; subject: string; draft: DraftOf[Kind] }
}[DraftKind]

const kind = z.enum(['reservation', 'allergies', 'coupon', 'hours', 'guestTexts'])
/** The id of the reservation, guest or coupon; empty for a new reservation, the hours and texts. */
const subject = z.string().max(100)

const keeps = <Kind extends DraftKind>(name: Kind, draft: z.ZodType<DraftOf[Kind]>) =>
  z.strictObject({ kind: z.literal(name), subject, base: draft.nullable(), draft })

/**
 * Drafts of a screen. The count of a shift is also a draft, but all screens share it, so the
 * `shifts` contract has it.
 */
export const draftsContract = defineContract({
  name: 'drafts',
  operations: {
    /**
     * The drafts of this screen. The host deletes a reservation's draft after a day, and a coupon's,
     * the hours and texts after 30 days. It deletes allergies together with the other data of guests.
     */
    'drafts.list': answersFront<ScreenDraft[]>()(none),
    /**
     * Stores what is typed on this screen; it survives a restart. `base` is the draft that the host
     * last answered, or null if there was none. The host merges the changes since `base` with the
     * stored draft; if both changed the same field, this call wins. A coupon's e-mail addresses
     * stay in memory and are gone when the host ends. Fails with `not-found` for a screen without
     * an id.
     */
    'drafts.save': answersFront<{ draft: DraftOf[DraftKind]; conflicts: FieldConflict[] }>()(
      z.discriminatedUnion('kind', [
        keeps('reservation', typedSchema),
        keeps('allergies', allergiesDraftSchema),
        keeps('coupon', couponDraftSchema),
        keeps('hours', hoursDraftSchema),
        keeps('guestTexts', guestTextsDraftSchema),
      ]),
    ),
    /** `reservations.create`, `guests.setAllergies` and a change of a coupon also discard their draft. */
    'drafts.discard': answersFront<null>()(z.strictObject({ kind, subject })),
  },
  events: {
    /**
     * The host deleted drafts, because of their age or because all guests were forgotten. Load them
     * again.
     */
    'drafts.changed': event(front),
  },
})
