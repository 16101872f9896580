import { z } from 'zod'
import { answers, badRequest, listPage, notFound, pageAndLimit, severalTexts } from '../answers.ts'
import type { CouponBook } from './book.ts'
import { couponChange, type CouponChange, type WireCoupon } from './change.ts'

/** No website identifier is accepted: the scope is the token's. */
const listQuery = z.object({
  filter: z.string().default(''),
  storesIds: severalTexts,
  ...pageAndLimit,
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
export const coupons = (book: CouponBook) => ({
  listCoupons: answers('listCoupons', {
    query: listQuery,
    answer: ({ query: { filter, storesIds, page, limit } }) =>
      listPage(book.list(filter, storesIds), page, limit),
  }),
  updateCoupon: answers('updateCoupon', {
    find: ({ couponId }) => book.find(couponId) ?? notFound('Coupon'),
    body: updateBody,
    answer: ({ found, body: { coupon: change } }) =>
      endsTooSoon(found, change)
        ? badRequest('coupon.endDate: must be after fromDate')
        : book.update(found._id, change),
  }),
})
