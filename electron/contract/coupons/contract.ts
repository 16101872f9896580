import { z } from 'zod'
import { answersFront, defineContract, event, front, id, none } from '../operation.ts'
import {
  basketSchema,
  couponValuesSchema,
  type Coupon,
  type CouponList,
  type CouponNames,
  type CouponVerdict,
} from './coupons.ts'

const coupon = z.strictObject({ couponId: id })

export const couponsContract = defineContract({
  name: 'coupons',
  operations: {
    /** A page of 50, from the platform; `words` are searched in name, code and external id. */
    'coupons.list': answersFront<CouponList>()(
      z.strictObject({
        words: z.string().trim().max(80),
        onlyThisStore: z.boolean(),
        page: z.int().min(1),
      }),
    ),
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
