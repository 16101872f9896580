import { Hono } from 'hono'
import { z } from 'zod'
import { readBody, readQuery, severalTexts, wholeNumber } from '../asked.ts'
import { badRequest, failure, listPage, success } from '../envelope.ts'
import type { CouponBook } from './book.ts'
import { couponChange, type CouponChange, type WireCoupon } from './change.ts'

/** No website identifier is accepted: the scope is the token's. */
const listQuery = z.object({
  filter: z.string().default(''),
  storesIds: severalTexts,
  page: wholeNumber(1).default(1),
  limit: wholeNumber(1, 100).default(10),
  websiteId: z.exactOptional(z.never('is not accepted, the token says which website')),
})

/**
 * That only the fields sent change, and that there must be one, are our assumptions: all of them are
 * documented together, and no rule for those left out.
 */
const updateBody = z.strictObject({
  coupon: couponChange.refine((change) => Object.keys(change).length > 0, 'changes nothing'),
})

/** Our assumption: a coupon ends after it begins, whichever of the two dates an update sends. */
function endsTooSoon(coupon: WireCoupon, change: CouponChange): boolean {
  const { fromDate, endDate } = { ...coupon, ...change }
  return fromDate !== null && endDate !== null && Date.parse(endDate) <= Date.parse(fromDate)
}

/** The coupon list and the update of one. Newest first is our assumption. */
export function coupons(book: CouponBook): Hono {
  const app = new Hono()
  app.get('/ecommerce/coupons', (context) => {
    const query = readQuery(context, listQuery)
    if (!query.ok) return badRequest(context, query.message)
    const { filter, storesIds, page, limit } = query.value
    return success(context, listPage(book.list(filter, storesIds), page, limit))
  })
  app.put('/ecommerce/coupons/:couponId', async (context) => {
    const coupon = book.find(context.req.param('couponId'))
    if (coupon === undefined) return failure(context, 404, 'not-found', 'Coupon not found')
    const body = await readBody(context, updateBody)
    if (!body.ok) return badRequest(context, body.message)
    const { coupon: change } = body.value
    if (endsTooSoon(coupon, change)) {
      return badRequest(context, 'coupon.endDate: must be after fromDate')
    }
    return success(context, book.update(coupon._id, change))
  })
  return app
}
