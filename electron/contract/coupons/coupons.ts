import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import { answersFront, defineContract, event, front, id, none } from '../operation.ts'
import type { AppError } from '../result.ts'
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

/** What a coupon says; null where it says "nothing", absent where the platform did not tell. */
export type CouponValues = { [Field in CouponField]?: ValueOf<Field> }

const shape = Object.fromEntries(
  Object.entries(couponFields).map(([field, kind]) => [field, values[kind].nullable().optional()]),
)

/** At least one field of a coupon; null clears it. */
const couponValuesSchema = z.strictObject(shape) as unknown as z.ZodType<CouponValues>

/** At a glance. `off`: not active; the others are of an active one. */
export type CouponState = 'active' | 'not-yet' | 'expired' | 'used-up' | 'off' | 'deleted'

/** A change that somebody here made, and that is not over. */
export interface CouponChange {
  changed: CouponValues
  /** What the coupon said of the same fields, and of those in `meanwhile`, when the change was made. */
  before: CouponValues
  /**
   * What somebody else has changed meanwhile, as it is now: any field of the coupon. With one of them the change is not sent
   * before a person has seen it (reason `conflict`).
   */
  meanwhile: CouponValues
  /** Its entry is of the kind `coupon-change`, about the coupon's id. After a lost answer the coupon is read: `unknown`. */
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
  /** When the platform said all this, ISO. */
  readAt: string
  /** Fields that could not be read, in whole or in part; `allowedEmails` also where there are some that were not kept. */
  unread: string[]
  /** A change that is under way or waits for a person. */
  change: CouponChange | null
}

/** A page of the list, as the platform has it now; where it could not be asked, of what was read of it last. */
export interface CouponList {
  /** Why the platform could not be asked; null where it was. */
  error: AppError | null
  coupons: Coupon[]
  page: number
  hasMore: boolean
  total: number | null
  /** Records that could not be read. */
  leftOut: number
}

/** A thing that a coupon may name; `otherIds` are those under which it may be met as well. */
export interface CouponName {
  id: string
  otherIds: string[]
  name: string
}

/** What the ids in a coupon mean, from the menu and the token; an id that is not here is shown as it is. */
export interface CouponNames {
  products: CouponName[]
  categories: CouponName[]
  stores: CouponName[]
  menus: CouponName[]
}

/** What is to be paid, typed by a person or taken from a ticket; what is left out cannot be known. */
export const basketSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        productId: z.string().min(1).max(100),
        amount: z.int().min(1).max(1000),
        /** Of one, in the store's currency; null where nobody knows. */
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

/** One condition of a coupon against a basket. `field` is what it rests on; the page has the words. */
export interface CouponVerdict {
  field: CouponField | 'totalRedemptions' | 'deletedAt'
  verdict: 'passed' | 'failed' | 'unknown'
  /** What is asked, and what the basket has; for the words of the page. */
  desired: string | number | boolean | string[] | null
  had: string | number | boolean | string[] | null
}

const coupon = z.strictObject({ couponId: id })

export const couponsContract = defineContract({
  name: 'coupons',
  operations: {
    /** A page of 50, from the platform; `words` are searched in name, code and external id. */
    'coupons.list': answersFront<CouponList>()(
      z.strictObject({
        text: z.string().trim().max(80),
        onlyThisStore: z.boolean(),
        page: z.int().min(1),
      }),
    ),
    /** Some as they were last read, of a page say; those that are not kept any more are left out. */
    'coupons.stored': answersFront<Coupon[]>()(z.strictObject({ couponIds: z.array(id).max(50) })),
    /** One as it was last read, with what becomes of a change of it. */
    'coupons.read': answersFront<Coupon>()(coupon),
    'coupons.names': answersFront<CouponNames>()(none),
    /** `before` is what the person saw of the same fields: where that is not so any more, nothing is sent and they are told. */
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
    /** What an open ticket has in it, as far as the order tells. */
    'coupons.basketOf': answersFront<z.infer<typeof basketSchema>>()(
      z.strictObject({ ticketId: id }),
    ),
  },
  events: {
    /** Coupons of which something here changed: ask for them again. */
    'coupons.changed': event<{ couponIds: string[] }>(front),
  },
})
