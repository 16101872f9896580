import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { answersFront, defineContract, event, front, id, none } from '../shared/operation.ts'
import type { AppError } from '../shared/result.ts'
import { type CouponField, type CouponFieldKind, couponFields } from './fields.ts'

const values = {
  text: z.string().max(2000),
  flag: z.boolean(),
  amount: z.number().min(0),
  percent: z.number().min(0).max(100),
  count: z.int().min(0),
  instant: z.iso.datetime(),
  words: z.array(z.string().trim().min(1).max(300)).max(1000),
  products: z.array(z.string().min(1).max(100)).max(1000),
  categories: z.array(z.string().min(1).max(100)).max(1000),
  stores: z.array(z.string().min(1).max(100)).max(1000),
  menus: z.array(z.string().min(1).max(100)).max(1000),
} as const satisfies Record<CouponFieldKind, z.ZodType>

type Values = typeof values
type ValueOf<Field extends CouponField> = z.infer<Values[(typeof couponFields)[Field]]> | null

/** The values of a coupon: null where a field is empty, absent where the platform didn't send it. */
export type CouponValues = { [Field in CouponField]?: ValueOf<Field> }

const shape = Object.fromEntries(
  Object.entries(couponFields).map(([field, kind]) => [field, values[kind].nullable().optional()]),
)

/** At least one changed field; null clears it. */
const couponValuesSchema = z.strictObject(shape) as unknown as z.ZodType<CouponValues>

/** The state to show in a list. `off` is an inactive coupon; all others are of active ones. */
export type CouponState = 'active' | 'not-yet' | 'expired' | 'used-up' | 'off' | 'deleted'

export interface CouponChange {
  changed: CouponValues
  /** The coupon's values of the same fields, and of those in `meanwhile`, when the change was made. */
  before: CouponValues
  /**
   * Fields that somebody else changed since then, with their current values. If there are any, the
   * change is not sent until a person has seen them (reason `conflict`).
   */
  meanwhile: CouponValues
  /**
   * The state of its outbox entry (kind `coupon-change`, subject the coupon's id). After a lost
   * answer the coupon is read again: `unknown`.
   */
  delivery: Delivery
}

/** A coupon of the website. Instants are ISO 8601 in UTC. */
export interface Coupon {
  id: string
  type: string | null
  state: CouponState
  values: CouponValues
  totalRedemptions: number | null
  createdAt: string | null
  deletedAt: string | null
  /** When the platform reported these values, ISO. */
  readAt: string
  /** Fields that could not be read completely; also `allowedEmails` when some addresses are not stored. */
  unread: string[]
  change: CouponChange | null
}

/** A page of the platform's list, or of the stored coupons when the platform can't be reached. */
export interface CouponList {
  /** Why the platform could not be asked; null when it answered. */
  error: AppError | null
  coupons: Coupon[]
  page: number
  hasMore: boolean
  total: number | null
  leftOut: number
}

/** A thing that a coupon can refer to. `otherIds` are further ids of the same thing. */
export interface CouponName {
  id: string
  otherIds: string[]
  name: string
}

/**
 * Names for the ids in a coupon, from the menu and the token. An id that is missing here is shown
 * as it is.
 */
export interface CouponNames {
  products: CouponName[]
  categories: CouponName[]
  stores: CouponName[]
  menus: CouponName[]
}

/** A basket, typed by a person or taken from a ticket. Absent fields are unknown. */
export const basketSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        productId: z.string().min(1).max(100),
        amount: z.int().min(1).max(1000),
        price: z.number().min(0).nullable(),
        isDiscounted: z.boolean().nullable(),
      }),
    )
    .max(200),
  total: z.number().min(0).nullable(),
  channel: z.string().max(60).nullable(),
  paymentType: z.string().max(60).nullable(),
  email: z.string().max(200).nullable(),
  isNewUser: z.boolean().nullable(),
  isBirthday: z.boolean().nullable(),
})
export type Basket = z.infer<typeof basketSchema>

/**
 * One condition of a coupon checked against a basket. `field` is the coupon's field; the page has
 * the text.
 */
export interface CouponVerdict {
  field: CouponField | 'totalRedemptions' | 'deletedAt'
  verdict: 'passed' | 'failed' | 'unknown'
  /** The required value and the value of the basket. */
  required: string | number | boolean | string[] | null
  had: string | number | boolean | string[] | null
}

const coupon = z.strictObject({ couponId: id })

export const couponsContract = defineContract({
  name: 'coupons',
  operations: {
    /** A page of 50 from the platform. `text` is searched in name, code and external id. */
    'coupons.list': answersFront<CouponList>()(
      z.strictObject({
        text: z.string().trim().max(80),
        onlyThisStore: z.boolean(),
        page: z.int().min(1),
      }),
    ),
    /** Stored coupons by their ids; ids without a stored coupon are left out. */
    'coupons.stored': answersFront<Coupon[]>()(z.strictObject({ couponIds: z.array(id).max(50) })),
    'coupons.get': answersFront<Coupon>()(coupon),
    'coupons.names': answersFront<CouponNames>()(none),
    /**
     * `before` has the values that the person saw. If one of them has changed, nothing is sent and
     * the person is asked.
     */
    'coupons.change': answersFront<null>()(
      z.strictObject({
        changeId: id,
        couponId: id,
        before: couponValuesSchema,
        changed: couponValuesSchema,
      }),
    ),
    'coupons.verdicts': answersFront<CouponVerdict[]>()(
      z.strictObject({ couponId: id, basket: basketSchema }),
    ),
    /** The basket of an open ticket, as far as the order says. */
    'coupons.basketOf': answersFront<z.infer<typeof basketSchema>>()(
      z.strictObject({ ticketId: id }),
    ),
  },
  events: {
    'coupons.changed': event<{ couponIds: string[] }>(front),
  },
})
